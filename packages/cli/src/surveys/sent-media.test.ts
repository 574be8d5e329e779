import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import { findChangedMedia } from './sent-media.ts'

describe('the media files of a repeated survey import', () => {
  it('are the same until one of them changes, and then it starts over in every run', async () => {
    const folder = await makeFolder({ 'a.mp4': 'one', 'b.mp4': 'two' })
    const state = await makeFolder()
    const media = ['a.mp4', 'b.mp4'].map((name) => ({ name, path: join(folder, name) }))
    const run = () => findChangedMedia(state, 'key', media)
    expect(await run()).toEqual([])
    expect(await run()).toEqual([])
    await writeFile(join(folder, 'b.mp4'), 'six')
    await utimes(join(folder, 'b.mp4'), 1, 1)
    expect(await run()).toEqual(['b.mp4'])
    expect(await run()).toEqual(['b.mp4'])
    expect(await findChangedMedia(state, 'another key', media)).toEqual([])
  })
})
