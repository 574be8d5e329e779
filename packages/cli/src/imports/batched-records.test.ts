import { NotFoundError } from '@inlet/sdk'
import { describe, expect, it } from 'vitest'
import { createEntries, type JournalLine } from '../journal/entries.ts'
import { createBatchedRecords } from './batched-records.ts'
import type { Records } from './records.ts'

interface Sent {
  items: { file_name?: string; key?: string }[]
  idempotencyKey: string
}

const begunAs = (name: string) => ({ http_status: 201, body: { wav_key: `key of ${name}` } })
const failedWith = (http_status: number, code: string) => ({ http_status, body: { code, detail: code } })

function batchesBy(
  initialize: unknown,
  { entries, write }: Parameters<typeof createBatchedRecords>[0]['journal'],
  single: Records,
) {
  return createBatchedRecords({
    inlet: { batches: { initialize }, callUsage: {} } as never,
    journal: { entries, write },
    single: { file: single, insight: single },
    shouldPublish: false,
    references: {},
    signal: AbortSignal.timeout(10_000),
    isBeginning: () => false,
    isSending: () => false,
  })
}

/** Answers each item by its file name; `answers` are for the calls in turn. */
function makeRecords(answers: Record<string, { http_status: number; body: object }>[] = []) {
  const entries = createEntries()
  const lines: JournalLine[] = []
  const sent: Sent[] = []
  const singles: string[] = []
  const write = async (line: JournalLine) => {
    entries.apply(line)
    lines.push(line)
  }
  const initialize = async ({ items }: Sent, { idempotencyKey }: Sent) => {
    expect(lines.at(-1)).toMatchObject({ do: 'batch', key: idempotencyKey })
    const answer = answers[sent.length] ?? {}
    sent.push({ items, idempotencyKey })
    return { results: items.map(({ file_name = '' }) => answer[file_name] ?? begunAs(file_name)) }
  }
  const single = {
    initialize: async ({ name }: { name: string }) => {
      singles.push(name)
      return { key: `key of ${name}`, begun: {} }
    },
  } as unknown as Records
  const batched = batchesBy(initialize, { entries, write }, single)
  const begin = (name: string) =>
    batched.records.file.initialize(
      { id: name, projectId: 1, name, bytes: 5 },
      { signal: AbortSignal.timeout(10_000) },
    )
  return { batched, entries, write, lines, sent, singles, begin }
}

/** As an earlier run has left it. */
async function writeBatch({ write }: ReturnType<typeof makeRecords>, names: readonly string[]) {
  for (const id of names)
    await write({ do: 'begin', id, path: `/${id}`, print: '', as: 'file', bytes: 5, mtime: '1' })
  const items = names.map((id) => ({ id, item: { kind: 'file' as const, project_id: 1, file_name: id } }))
  await write({ do: 'batch', key: 'earlier', items })
}

const entryOf = ({ entries }: ReturnType<typeof makeRecords>, id: string) => {
  const entry = [...entries.all].find((one) => one.id === id)
  if (!entry) throw new Error(`${id} has no entry.`)
  return entry
}

describe('batched records', () => {
  it('repeats a batch of an earlier run once, with its key and its items in order', async () => {
    const made = makeRecords()
    await writeBatch(made, ['a', 'b', 'c'])
    const begun = await Promise.all(['c', 'a'].map((id) => made.batched.beginAgain(entryOf(made, id))))
    expect(begun.map((one) => one?.key)).toEqual(['key of c', 'key of a'])
    expect(made.sent).toEqual([
      {
        idempotencyKey: 'earlier',
        items: ['a', 'b', 'c'].map((file_name) => ({ kind: 'file', project_id: 1, file_name })),
      },
    ])
  })

  it('repeats a batch until no item is unavailable, and rejects only items that are refused', async () => {
    const made = makeRecords([
      { a: failedWith(503, 'unavailable'), b: failedWith(400, 'invalid_request') },
      { b: failedWith(400, 'invalid_request') },
    ])
    await writeBatch(made, ['a', 'b', 'c'])
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((id) => made.batched.beginAgain(entryOf(made, id))),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(made.sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['earlier', 'earlier'])
  })

  it('repeats a batch again if its repetition failed', async () => {
    const made = makeRecords()
    let calls = 0
    const initialize = () => {
      calls += 1
      return calls === 1 ? Promise.reject(new Error('The disk is full.')) : { results: [begunAs('a')] }
    }
    const batched = batchesBy(initialize, made, {} as Records)
    await writeBatch(made, ['a'])
    await expect(batched.beginAgain(entryOf(made, 'a'))).rejects.toThrow('The disk is full.')
    expect(await batched.beginAgain(entryOf(made, 'a'))).toMatchObject({ key: 'key of a' })
  })

  it('makes single calls if the service has no batches', async () => {
    const made = makeRecords()
    const notFound = new NotFoundError('Not found.', { code: 'not_found', status: 404, body: {} })
    const single = { initialize: async () => ({ key: 'k', begun: {} }) } as unknown as Records
    const batched = batchesBy(() => Promise.reject(notFound), made, single)
    await writeBatch(made, ['a', 'b'])
    expect(await batched.beginAgain(entryOf(made, 'a'))).toBeUndefined()
    expect(batched.isAvailable).toBe(false)
  })

  it('makes a single call for a single file', async () => {
    const made = makeRecords()
    expect(await made.begin('a')).toMatchObject({ key: 'key of a' })
    expect([made.singles, made.sent, made.lines]).toEqual([['a'], [], []])
  })
})
