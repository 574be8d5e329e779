import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../../test/folder.ts'
import { createSettledFiles } from './settled-files.ts'

describe('settled files', () => {
  it('returns a file once when it has stayed unchanged long enough, and again after every change', async () => {
    const path = join(await makeFolder({ 'a.wav': 'x' }), 'a.wav')
    const settled = createSettledFiles(10)
    const look = async (now: number) => (await settled.look([path], now)).size
    expect([await look(0), await look(9)]).toEqual([0, 0])
    await appendFile(path, 'more')
    expect([await look(10), await look(19), await look(20), await look(30)]).toEqual([0, 0, 1, 0])
    await appendFile(path, 'and more')
    expect([await look(40), await look(50)]).toEqual([0, 1])
  })

  it('returns a file once more at a requested time', async () => {
    const path = join(await makeFolder({ 'a.wav': 'x' }), 'a.wav')
    const settled = createSettledFiles(10)
    const look = async (now: number) => (await settled.look([path], now)).size
    expect([await look(0), await look(10)]).toEqual([0, 1])
    settled.again(path, 100)
    expect([await look(99), await look(100), await look(101)]).toEqual([0, 1, 0])
  })

  it('does not return a deleted file', async () => {
    const path = join(await makeFolder({ 'a.wav': 'x' }), 'a.wav')
    const settled = createSettledFiles(10)
    await settled.look([path], 0)
    expect((await settled.look([], 100)).size).toBe(0)
    await writeFile(path, 'new')
    expect((await settled.look([path], 200)).size).toBe(0)
  })
})
