import { copyFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import { identify, printOf } from '../files/identity.ts'
import type { EntryState, JournalLine } from '../journal/entries.ts'
import { type Journal, openJournal } from '../journal/journal.ts'
import { planTodo } from './plan.ts'

async function setUp() {
  const folder = await makeFolder({ 'a.txt': 'content' })
  const journal = await openJournal(join(folder, 'j.jsonl'), { base: 'http://x', project: 1 })
  onTestFinished(() => journal.close())
  return { folder, journal, path: join(folder, 'a.txt') }
}

const steps: EntryState[] = ['begun', 'keyed', 'sent', 'accepted', 'completed']

/** As far as a run came before it was killed. */
async function importTo(state: EntryState, journal: Journal, path: string, as: 'file' | 'insight' = 'file') {
  const identity = await identify(path)
  if (!identity) throw new Error('There is no such file.')
  const print = await printOf(path, identity.bytes)
  const lines: JournalLine[] = [
    { do: 'begin', id: path, path, as, print, ...identity },
    { do: 'key', id: path, key: 'k' },
    { do: 'sent', id: path },
    { do: 'accepted', id: path },
    { do: 'end', id: path, state: 'completed' },
  ]
  const count = state === 'failed' ? 4 : steps.indexOf(state) + 1
  for (const line of lines.slice(0, count)) await journal.write(line)
  if (state === 'failed') await journal.write({ do: 'end', id: path, state, reason: 'unreadable' })
}

const todo = (journal: Journal, path: string, options = {}) =>
  planTodo(journal, { path, as: 'file' }, options)

describe('what is left to do', () => {
  it.each([
    ['begun', 'start'],
    ['keyed', 'start'],
    ['sent', 'complete'],
    ['accepted', 'follow'],
    ['completed', 'nothing'],
    ['failed', 'nothing'],
  ] as const)('after a run that came to "%s" is to %s', async (state, step) => {
    const { journal, path } = await setUp()
    expect(await todo(journal, path)).toEqual({ step: 'start', why: 'new' })
    await importTo(state, journal, path)
    expect((await todo(journal, path)).step).toBe(step)
  })

  it('is to start again what failed, when asked', async () => {
    const { journal, path } = await setUp()
    await importTo('failed', journal, path)
    expect(await todo(journal, path, { retryFailed: true })).toMatchObject({ step: 'start', why: 'asked' })
  })

  it('is to start again everything, when asked', async () => {
    const { journal, path } = await setUp()
    await importTo('completed', journal, path)
    expect(await todo(journal, path, { again: true })).toMatchObject({ step: 'start', why: 'asked' })
  })

  it('is nothing for a file that was only touched', async () => {
    const { journal, path } = await setUp()
    await importTo('completed', journal, path)
    await utimes(path, 5, 5)
    expect((await todo(journal, path)).step).toBe('nothing')
  })

  it('is to start a file whose content changed, also when its length did not', async () => {
    const { journal, path } = await setUp()
    await importTo('completed', journal, path)
    await writeFile(path, 'CONTENT')
    expect(await todo(journal, path)).toMatchObject({ step: 'start', why: 'changed' })
    await writeFile(path, 'longer content')
    expect(await todo(journal, path)).toMatchObject({ step: 'start', why: 'changed' })
  })

  it('is nothing for a file that was renamed, and stays so', async () => {
    const { folder, journal, path } = await setUp()
    await importTo('completed', journal, path)
    const moved = join(folder, 'renamed.txt')
    await rename(path, moved)
    expect((await todo(journal, moved)).step).toBe('nothing')
    expect((await todo(journal, moved)).step).toBe('nothing')
  })

  it('goes on with an interrupted import of a file that was renamed since', async () => {
    const { folder, journal, path } = await setUp()
    await importTo('sent', journal, path)
    await rename(path, join(folder, 'renamed.txt'))
    expect((await todo(journal, join(folder, 'renamed.txt'))).step).toBe('complete')
  })

  it('is to start a copy, which is another file', async () => {
    const { folder, journal, path } = await setUp()
    await importTo('completed', journal, path)
    await copyFile(path, join(folder, 'copy.txt'))
    expect(await todo(journal, join(folder, 'copy.txt'))).toEqual({ step: 'start', why: 'new' })
  })

  it('is to start a file that took the place of another', async () => {
    const { folder, journal, path } = await setUp()
    await importTo('completed', journal, path)
    await rm(path)
    await writeFile(join(folder, 'other.txt'), 'CONTENT')
    await rename(join(folder, 'other.txt'), path)
    expect(await todo(journal, path)).toMatchObject({ step: 'start', why: 'changed' })
  })

  it('is to start as a file what is there as an insight', async () => {
    const { journal, path } = await setUp()
    await importTo('completed', journal, path, 'insight')
    expect(await todo(journal, path)).toEqual({ step: 'start', why: 'new' })
  })
})
