import { CursorExpiredError, ForbiddenError, type InletEvent } from '@inlet/sdk'
import { describe, expect, it } from 'vitest'
import { createEntries, type JournalLine } from '../journal/entries.ts'
import { createFollower, type End } from './follow-imports.ts'

const facts = { code: 'x', status: 403, body: {} }

function makeJournal(keys: readonly string[], state: 'sent' | 'accepted' = 'accepted', cursor?: string) {
  const entries = createEntries()
  const lines: JournalLine[] = []
  const write = async (line: JournalLine) => {
    entries.apply(line)
    lines.push(line)
  }
  if (cursor !== undefined) entries.apply({ do: 'cursor', cursor, isStart: true })
  for (const key of keys) {
    const id = `id-${key}`
    entries.apply({ do: 'begin', id, path: `/${key}`, print: '', as: 'file', bytes: 1, mtime: '1' })
    entries.apply({ do: 'key', id, key })
    entries.apply({ do: 'sent', id })
    if (state === 'accepted') entries.apply({ do: state, id })
  }
  return { entries, write, lines }
}

const event = (type: string, key: string) => ({ type, data: { wav_key: key } }) as unknown as InletEvent

interface Service {
  /** The pages after each cursor; a call for another cursor waits until it is aborted. */
  pages: Record<string, InletEvent[] | Error>
  statuses?: Record<string, { http_status?: number; status?: string; error_reason?: string }>
}

function startService({ pages, statuses = {} }: Service) {
  const asked: string[] = []
  const list = async ({ after }: { after: string }, { signal }: { signal: AbortSignal }) => {
    asked.push(`events ${after}`)
    const page = after === 'latest' ? (pages[after] ?? []) : pages[after]
    if (page instanceof Error) throw page
    if (page) return { events: page, next_cursor: `${after}+`, has_more: false }
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Aborted.'))))
  }
  const status = async ({ items }: { items: { key: string }[] }) => {
    asked.push(`statuses ${items.map(({ key }) => key).join(',')}`)
    const results = items.map(({ key }) => ({
      key,
      http_status: 200,
      is_final: key in statuses,
      ...statuses[key],
    }))
    return { results }
  }
  return { asked, inlet: { events: { list }, batches: { status } } as never }
}

function follow(service: Service, journal: ReturnType<typeof makeJournal>, keys: readonly string[]) {
  const ends: Record<string, End> = {}
  const { inlet, asked } = startService(service)
  const signal = AbortSignal.timeout(5000)
  const follower = createFollower({ inlet, journal, signal, projectId: 1, isBusy: () => keys.length === 0 })
  for (const key of keys)
    follower.add({ key, as: 'file', onEnd: (end) => void Object.assign(ends, { [key]: end }) })
  return { follower, ends, asked }
}

describe('following imports', () => {
  it('reads the statuses of what was accepted before the log is read, and then the log', async () => {
    const journal = makeJournal(['a', 'b'])
    const { follower, ends, asked } = follow(
      { pages: { 'latest+': [event('file.completed', 'b')] }, statuses: { a: { status: 'completed' } } },
      journal,
      ['a', 'b'],
    )
    await follower.finish()
    expect(asked.slice(0, 3)).toEqual(['events latest', 'statuses a,b', 'events latest+'])
    expect(ends).toEqual({ a: { state: 'completed' }, b: { state: 'completed' } })
  })

  it('continues at the cursor of the journal without reading statuses', async () => {
    const journal = makeJournal(['a', 'b'], 'accepted', '7')
    const { follower, ends, asked } = follow(
      { pages: { '7': [event('file.completed', 'b'), event('file.completed', 'a')] } },
      journal,
      ['a'],
    )
    await follower.finish()
    expect(asked[0]).toBe('events 7')
    expect(asked.filter((call) => call.startsWith('statuses'))).toEqual([])
    expect(ends).toEqual({ a: { state: 'completed' } })
    // Also the end of an import that is not followed now: the cursor is behind it.
    expect(journal.entries.ofKey('b')?.state).toBe('completed')
  })

  it('continues at the cursor for a file whose complete was not answered', async () => {
    const journal = makeJournal(['a'], 'sent', '7')
    const { follower, ends, asked } = follow({ pages: { '7': [event('file.completed', 'a')] } }, journal, [])
    await Promise.race([follower.ready(), new Promise((resolve) => setTimeout(resolve, 1000))])
    await journal.write({ do: 'accepted', id: 'id-a' })
    follower.add({ key: 'a', as: 'file', onEnd: (end) => void Object.assign(ends, { a: end }) })
    await follower.finish()
    expect(asked[0]).toBe('events 7')
    expect(ends).toEqual({ a: { state: 'completed' } })
  })

  it('reads why an import failed before the cursor passes its event', async () => {
    const journal = makeJournal(['a'], 'accepted', '7')
    const { follower, ends } = follow(
      {
        pages: { '7': [event('file.error', 'a')] },
        statuses: { a: { status: 'error', error_reason: 'Unreadable.' } },
      },
      journal,
      ['a'],
    )
    await follower.finish()
    expect(ends).toMatchObject({ a: { state: 'failed', reason: 'Unreadable.' } })
    expect(journal.lines.map((line) => line.do).slice(0, 1)).toEqual(['end'])
  })

  it('knows the end of an import whose event came before the answer to complete', async () => {
    const journal = makeJournal(['a'], 'sent', '7')
    await journal.write({ do: 'end', id: 'id-a', state: 'completed' })
    await journal.write({ do: 'accepted', id: 'id-a' })
    const { follower, ends } = follow({ pages: {} }, journal, ['a'])
    await follower.finish()
    expect(ends).toEqual({ a: { state: 'completed' } })
  })

  it('reads statuses again if the cursor has expired', async () => {
    const journal = makeJournal(['a'], 'accepted', '7')
    const expired = new CursorExpiredError('Expired.', { ...facts, status: 410 })
    const { follower, ends, asked } = follow(
      { pages: { '7': expired }, statuses: { a: { status: 'completed' } } },
      journal,
      ['a'],
    )
    await follower.finish()
    expect(asked.slice(0, 3)).toEqual(['events 7', 'events latest', 'statuses a'])
    expect(ends).toEqual({ a: { state: 'completed' } })
  })

  it('polls statuses without the scope for events', async () => {
    const journal = makeJournal(['a', 'gone'])
    const forbidden = new ForbiddenError('Forbidden.', facts)
    const { follower, ends, asked } = follow(
      { pages: { latest: forbidden }, statuses: { a: { status: 'completed' }, gone: { http_status: 404 } } },
      journal,
      ['a', 'gone'],
    )
    await follower.finish()
    expect(asked).toEqual(['events latest', 'statuses a,gone'])
    expect(ends).toEqual({ a: { state: 'completed' }, gone: { state: 'gone' } })
    expect(journal.entries.ofKey('gone')).toBeUndefined()
  })

  it('rejects if the key may not read statuses', async () => {
    const journal = makeJournal(['a'])
    const forbidden = new ForbiddenError('Forbidden.', facts)
    const { follower } = follow(
      { pages: { latest: forbidden }, statuses: { a: { http_status: 403 } } },
      journal,
      ['a'],
    )
    await expect(follower.finish()).rejects.toMatchObject({ code: 'forbidden' })
    expect(journal.entries.ofKey('a')?.state).toBe('accepted')
  })
})
