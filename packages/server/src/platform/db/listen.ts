/** One connection that hears what is announced on a channel, and comes back when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../telemetry/log.ts'

export interface ListenOptions {
  url: string
  applicationName: string
  channel: string
  log: Log
  onPayload: (payload: string) => void
  /** It hears again after it had been deaf for a while: anything may have been missed. */
  onGap: () => void
}

export interface Listener {
  /** Resolves once it hears. Rejects when that takes too long. */
  ready(): Promise<void>
  close(): Promise<void>
}

const firstPauseMs = 200
const longestPauseMs = 5_000
const connectTimeoutMs = 5_000
/** A connection whose other end has vanished says nothing, like one on which nothing happens. So it is asked. */
const checkEveryMs = 10_000

export function listen(options: ListenOptions): Listener {
  const stopping = new AbortController()
  let hearing = Promise.withResolvers<void>()
  let isHearing = false
  let hasHeard = false

  async function hearOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      keepAlive: true,
    })
    const lost = new Promise<void>((resolve) => {
      client.on('end', resolve)
      client.on('error', () => resolve())
    })
    client.on('notification', ({ payload }) => options.onPayload(payload ?? ''))
    const end = () => void client.end().catch(() => {})
    stopping.signal.addEventListener('abort', end)
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(options.channel)}`)
      if (hasHeard) options.onGap()
      hasHeard = true
      isHearing = true
      hearing.resolve()
      await Promise.race([lost, checkUntilDead(client, stopping.signal)])
    } finally {
      stopping.signal.removeEventListener('abort', end)
      end()
    }
  }

  async function hearAlways(): Promise<void> {
    let pauseMs = firstPauseMs
    while (!stopping.signal.aborted) {
      const beganAt = Date.now()
      await hearOnce().catch((error: unknown) => {
        if (!stopping.signal.aborted) options.log.warn({ err: error }, 'cannot listen for changes')
      })
      // Those who wait already go on waiting for the same thing.
      if (isHearing) hearing = Promise.withResolvers<void>()
      isHearing = false
      pauseMs = Date.now() - beganAt > longestPauseMs ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const always = hearAlways()
  return {
    async ready() {
      const late = sleep(connectTimeoutMs, undefined, { signal: stopping.signal, ref: false }).then(() => {
        // Reads to the error handler as what it is: the database is away.
        throw Object.assign(new Error('Changes cannot be heard now.'), { code: 'ETIMEDOUT' })
      })
      await Promise.race([hearing.promise, late])
    },
    async close() {
      stopping.abort()
      await always
    },
  }
}

async function checkUntilDead(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(checkEveryMs, undefined, { signal }).catch(() => {})
    if (!signal.aborted) await client.query('select 1')
  }
}
