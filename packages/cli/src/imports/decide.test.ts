import { copyFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import { contentHash, identify } from '../files/identity.ts'
import type { EntryState, JournalLine } from '../journal/entries.ts'
import { type Journal, openJournal } from '../journal/journal.ts'
import { planNextStep } from './plan.ts'

async function setUp() {
  const folder = await makeFolder({ 'a.txt': 'content' })
  const journal = await openJournal(join(folder, 'j.jsonl'), { base: 'http://x', project: 1 })
  onTestFinished(() => journal.close())
  return { folder, journal, path: join(folder, 'a.txt') }
}

const steps: EntryState[] = ['begun', 'keyed', 'sent', 'accepted', 'completed']

/** The steps that a run completed before it was killed. */
async function importTo(
  state: EntryState,
  journal: Journal,
  path: string,
  { as = 'file', upload }: { as?: 'file' | 'insight'; upload?: 'multipart' } = {},
) {
  const identity = await identify(path)
  if (!identity) throw new Error('The file does not exist.')
  const print = await contentHash(path, identity.bytes)
  const lines: JournalLine[] = [
    { do: 'begin', id: path, path, as, print, ...identity },
    { do: 'key', id: path, key: 'k', ...(upload && { upload }) },
    { do: 'sent', id: path },
    { do: 'accepted', id: path },
    { do: 'end', id: path, state: 'completed' },
  ]
  const count = state === 'failed' ? 4 : steps.indexOf(state) + 1
  for (const line of lines.slice(0, count)) await journal.write(line)
  if (state === 'failed') await journal.write({ do: 'end', id: path, state, reason: 'unreadable' })
}

const nextStep = (journal: Journal, path: string, options = {}) =>
  planNextStep(journal, { path, as: 'file' }, options)

describe('the next step', () => {
  it.each([
    ['begun', 'start'],
    ['keyed', 'start'],
    ['sent', 'complete'],
    ['accepted', 'follow'],
    ['completed', 'nothing'],
    ['failed', 'nothing'],
  ] as const)('after a run that ended at "%s" is to %s', async (state, step) => {
    const { journal, path } = await setUp()
    expect(await nextStep(journal, path)).toEqual({ step: 'start', why: 'new' })
    await importTo(state, journal, path)
    expect((await nextStep(journal, path)).step).toBe(step)
  })

  it('resumes an upload in parts, also of a renamed file, but not of one that was touched or changed', async () => {
    const { folder, journal, path } = await setUp()
    await importTo('keyed', journal, path, { upload: 'multipart' })
    expect(await nextStep(journal, path)).toMatchObject({ step: 'resume', entry: { key: 'k' } })
    const renamed = join(folder, 'b.txt')
    await rename(path, renamed)
    expect(await nextStep(journal, renamed)).toMatchObject({ step: 'resume', entry: { path: renamed } })
    await utimes(renamed, 5, 5)
    expect(await nextStep(journal, renamed)).toMatchObject({
      step: 'start',
      why: 'changed',
      old: { key: 'k' },
    })
  })

  it('starts a failed file again with --retry-failed', async () => {
    const { journal, path } = await setUp()
    await importTo('failed', journal, path)
    expect(await nextStep(journal, path, { retryFailed: true })).toMatchObject({
      step: 'start',
      why: 'asked',
    })
  })

  it('starts every file again with --again', async () => {
    const { journal, path } = await setUp()
    await importTo('completed', journal, path)
    expect(await nextStep(journal, path, { again: true })).toMatchObject({ step: 'start', why: 'asked' })
  })

  it('skips a file that was only touched', async () => {
    const { journal, path } = await setUp()
    await importTo('completed', journal, path)
    await utimes(path, 5, 5)
    expect((await nextStep(journal, path)).step).toBe('nothing')
  })

  it('starts a file whose content changed, even if its size did not', async () => {
    const { journal, path } = await setUp()
    await importTo('completed', journal, path)
    await writeFile(path, 'CONTENT')
    expect(await nextStep(journal, path)).toMatchObject({ step: 'start', why: 'changed' })
    await writeFile(path, 'longer content')
    expect(await nextStep(journal, path)).toMatchObject({ step: 'start', why: 'changed' })
  })

  it('skips a renamed file, also the next time', async () => {
    const { folder, journal, path } = await setUp()
    await importTo('completed', journal, path)
    const moved = join(folder, 'renamed.txt')
    await rename(path, moved)
    expect((await nextStep(journal, moved)).step).toBe('nothing')
    expect((await nextStep(journal, moved)).step).toBe('nothing')
  })

  it('resumes an interrupted import of a file that was renamed since', async () => {
    const { folder, journal, path } = await setUp()
    await importTo('sent', journal, path)
    await rename(path, join(folder, 'renamed.txt'))
    expect((await nextStep(journal, join(folder, 'renamed.txt'))).step).toBe('complete')
  })

  it('starts a copy, which is another file', async () => {
    const { folder, journal, path } = await setUp()
    await importTo('completed', journal, path)
    await copyFile(path, join(folder, 'copy.txt'))
    expect(await nextStep(journal, join(folder, 'copy.txt'))).toEqual({ step: 'start', why: 'new' })
  })

  it('starts a file that replaced another', async () => {
    const { folder, journal, path } = await setUp()
    await importTo('completed', journal, path)
    await rm(path)
    await writeFile(join(folder, 'other.txt'), 'CONTENT')
    await rename(join(folder, 'other.txt'), path)
    expect(await nextStep(journal, path)).toMatchObject({ step: 'start', why: 'changed' })
  })

  it('starts a file that was imported only as an insight', async () => {
    const { journal, path } = await setUp()
    await importTo('completed', journal, path, { as: 'insight' })
    expect(await nextStep(journal, path)).toEqual({ step: 'start', why: 'new' })
  })
})
