import { describe, expect, it } from 'vitest'
import { type Asked, clientOf, listenAsService, type Reply, refusal } from '../../test/loopback.ts'
import { CursorExpiredError, ForbiddenError } from '../errors.ts'
import type { EventBatch } from './events.ts'

const eventOf = (id: string) => ({
  id,
  type: 'file.completed',
  timestamp: '2026-03-01T10:00:00.000Z',
  data: { project_id: 1, external_id: null, links: {} },
})
const page = (ids: string[], next_cursor: string, has_more = false): Reply => ({
  body: { events: ids.map(eventOf), next_cursor, has_more },
})
const queryOf = ({ path }: Asked) => Object.fromEntries(new URL(path, 'http://x').searchParams)

/** Answers by the cursor that is asked for; a list is answered call by call. */
async function logOf(replies: Record<string, Array<Reply | (() => Promise<Reply>)>>) {
  return listenAsService(async (asked) => {
    const reply = replies[queryOf(asked)['after'] ?? '']?.shift()
    return typeof reply === 'function' ? reply() : (reply ?? page([], queryOf(asked)['after'] ?? ''))
  })
}

const idsOf = (batches: EventBatch[]) => batches.map(({ events }) => events.map(({ id }) => id))

describe('iterating over events', () => {
  it('reads from the oldest event to the end of the log if it does not wait', async () => {
    const service = await logOf({
      '': [page(['a', 'b'], 'c2', true)],
      c2: [page([], 'c3', true)],
      c3: [page(['c'], 'c4')],
    })
    const batches: EventBatch[] = []
    for await (const batch of clientOf(service).events.iterate({ wait: 0, types: ['file.*'], projectId: 7 }))
      batches.push(batch)
    expect(idsOf(batches)).toEqual([['a', 'b'], [], ['c']])
    expect(batches.map(({ cursor }) => cursor)).toEqual(['c2', 'c3', 'c4'])
    expect(queryOf(service.to('/api/v1/developer/events')[0] as Asked)).toEqual({
      limit: '100',
      types: 'file.*',
      project_id: '7',
      wait: '0',
    })
  })

  it('continues from the cursor after outages and restarts, without a gap', async () => {
    const service = await logOf({
      latest: [page([], 'c1')],
      c1: [{ isBroken: true }, refusal(503, 'unavailable'), page(['a'], 'c2')],
      c2: [...Array.from({ length: 6 }, () => refusal(502, 'x')), page(['b'], 'c3')],
    })
    const batches: EventBatch[] = []
    const outages: string[] = []
    const inlet = clientOf(service, { maxRetries: 1 })
    const options = {
      after: 'latest',
      wait: 1,
      onOutage: ({ code }: { code: string }) => void outages.push(code),
    }
    for await (const batch of inlet.events.iterate(options)) {
      batches.push(batch)
      if (batch.cursor === 'c3') break
    }
    expect(idsOf(batches)).toEqual([[], ['a'], ['b']])
    expect(outages.length).toBeGreaterThan(0)
    const cursors = service.to('/api/v1/developer/events').map((asked) => queryOf(asked)['after'])
    expect(cursors.filter((cursor) => cursor === 'latest')).toHaveLength(1)
  })

  it('does not become a busy loop if the service does not hold the calls', async () => {
    const service = await logOf({})
    const signal = AbortSignal.timeout(2500)
    const iterate = async () => {
      for await (const _ of clientOf(service).events.iterate({ after: 'c1', wait: 45, signal }));
    }
    await expect(iterate()).rejects.toMatchObject({ name: 'CancelledError' })
    expect(service.to('/api/v1/developer/events').length).toBeLessThanOrEqual(3)
  })

  it('rejects with a typed error if the cursor has expired or the scope is missing', async () => {
    const service = await logOf({ old: [refusal(410, 'cursor_expired')], c1: [refusal(403, 'forbidden')] })
    const inlet = clientOf(service)
    const error = await inlet.events
      .iterate({ after: 'old' })
      .next()
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(CursorExpiredError)
    expect(error).toMatchObject({
      code: 'cursor_expired',
      status: 410,
      message: expect.stringContaining("events.list({ after: 'latest' })"),
    })
    await expect(inlet.events.iterate({ after: 'c1' }).next()).rejects.toBeInstanceOf(ForbiddenError)
  })
})
