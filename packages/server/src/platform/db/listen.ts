/**
 * One connection that listens on all channels of a process and reconnects when it is lost. It is opened with the first
 * listener.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../telemetry/log.ts'
import { ConnectionLost } from './lost-connection.ts'

export const channels = {
  changes: 'inlet_change',
  events: 'inlet_event',
  deliveries: 'inlet_delivery',
} as const

export type Channel = (typeof channels)[keyof typeof channels]

export interface ListenOptions {
  channel: Channel
  onPayload: (payload: string) => void
  /** Called when it listens again after a lost connection: notifications may have been missed. */
  onGap: () => void
}

export interface Listener {
  /** Resolves once it is listening. Rejects on timeout. */
  ready(): Promise<void>
  close(): void
}

export type Listen = (options: ListenOptions) => Listener

export interface Notifications {
  listen: Listen
  close(): Promise<void>
}

export interface NotificationOptions {
  url: string
  applicationName: string
  log: Log
}

export function openNotifications(options: NotificationOptions): Notifications {
  const listeners = new Set<ListenOptions>()
  let connection: Connection | undefined
  return {
    listen(listener) {
      connection ??= connect(options, listeners)
      const opened = connection
      listeners.add(listener)
      return { ready: () => opened.ready(), close: () => void listeners.delete(listener) }
    },
    async close() {
      await connection?.close()
    },
  }
}

interface Connection {
  ready(): Promise<void>
  close(): Promise<void>
}

const firstPauseMs = 200
const longestPauseMs = 5_000
const connectTimeoutMs = 3_000
/** A dead connection looks like an idle one, so it is checked with a query. */
const checkEveryMs = 5_000

function connect(options: NotificationOptions, listeners: ReadonlySet<ListenOptions>): Connection {
  const stopping = new AbortController()
  let listening = Promise.withResolvers<void>()
  let isListening = false
  let hasListened = false

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    const lost = new Promise<void>((resolve) => {
      client.on('end', resolve)
      client.on('error', () => resolve())
    })
    client.on('notification', ({ channel, payload }) => {
      for (const listener of listeners) if (listener.channel === channel) listener.onPayload(payload ?? '')
    })
    const end = () => void client.end().catch(() => {})
    stopping.signal.addEventListener('abort', end)
    try {
      // A client that is ended while it connects never settles its connect().
      await Promise.race([client.connect(), lost.then(throwLost)])
      for (const channel of Object.values(channels))
        await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (hasListened) for (const listener of listeners) listener.onGap()
      hasListened = true
      isListening = true
      listening.resolve()
      await Promise.race([lost, checkUntilDead(client, stopping.signal)])
    } finally {
      stopping.signal.removeEventListener('abort', end)
      end()
    }
  }

  async function listenForever(): Promise<void> {
    let pauseMs = firstPauseMs
    while (!stopping.signal.aborted) {
      const beganAt = Date.now()
      await listenOnce().catch((error: unknown) => {
        if (!stopping.signal.aborted) options.log.warn({ err: error }, 'cannot listen for changes')
      })
      // Callers that already wait keep waiting for the same promise.
      if (isListening) listening = Promise.withResolvers<void>()
      isListening = false
      pauseMs = Date.now() - beganAt > longestPauseMs ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const loop = listenForever()
  return {
    async ready() {
      const timeout = sleep(connectTimeoutMs, undefined, { signal: stopping.signal, ref: false }).then(() => {
        // The code makes the error handler report the database as unavailable.
        throw Object.assign(new Error('Cannot listen for changes.'), { code: 'ETIMEDOUT' })
      })
      await Promise.race([listening.promise, timeout])
    },
    async close() {
      stopping.abort()
      await loop
    },
  }
}

function throwLost(): never {
  throw new ConnectionLost('The connection was closed while it was being opened.')
}

async function checkUntilDead(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(checkEveryMs, undefined, { signal }).catch(() => {})
    if (!signal.aborted) await client.query('select 1')
  }
}
