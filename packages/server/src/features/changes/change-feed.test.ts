/** Timers of the feed; the integration test covers the database. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveSession } from '../../platform/auth/sessions.ts'
import { createMetrics } from '../../platform/telemetry/metrics.ts'
import { type ChangeFeed, createChangeFeed } from './change-feed.ts'

const session: LiveSession = {
  id: 1,
  isRenewed: false,
  principal: { keyId: null, kind: 'personal', teamId: 1, userId: 1, role: 0 },
}

let feed: ChangeFeed
let live: LiveSession | undefined
let gap: () => void
beforeEach(() => {
  vi.useFakeTimers()
  live = session
  feed = createChangeFeed({
    db: new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool() }) }),
    sessions: { find: async () => live, peek: async () => live, forget: () => {} },
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
    listen({ onGap }) {
      gap = onGap
      return { ready: async () => {}, close: () => {} }
    },
  })
})
afterEach(async () => {
  await feed.close()
  vi.useRealTimers()
})

async function openWindow(isReturning = false) {
  const stream = await feed.open(session, 'token', isReturning)
  let text = ''
  stream.body.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return {
    body: stream.body,
    read: async () => {
      await vi.advanceTimersByTimeAsync(0)
      return text
    },
  }
}

describe('the change feed', () => {
  it('sends ready and a short reconnect delay', async () => {
    const text = await (await openWindow()).read()
    expect(text).toMatch(/^retry: [12]\d{3}\n\nid: [0-9a-f]{8}-1\nevent: ready\ndata: \{\}\n\n$/)
  })

  it('sends a keep-alive every twenty seconds', async () => {
    const window = await openWindow()
    await vi.advanceTimersByTimeAsync(19_000)
    expect(await window.read()).not.toMatch(/^:$/m)
    await vi.advanceTimersByTimeAsync(41_000)
    expect((await window.read()).match(/^:$/gm)).toHaveLength(3)
  })

  it('sends resync to all windows after a gap', async () => {
    const windows = [await openWindow(), await openWindow(true)]
    gap()
    const texts = await Promise.all(windows.map(({ read }) => read()))
    expect(texts.map((text) => text.match(/event: \w+/g))).toEqual([
      ['event: ready', 'event: resync'],
      ['event: resync', 'event: resync'],
    ])
  })

  it('closes the stream of an ended session', async () => {
    const window = await openWindow()
    live = undefined
    await vi.advanceTimersByTimeAsync(5_100)
    expect(window.body.readableEnded).toBe(true)
  })
})
