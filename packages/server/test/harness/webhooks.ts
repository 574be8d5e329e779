/** Webhooks in tests: a caller with a project, its webhooks, and events to send. */
import type { Delivery, Webhook } from '@inlet/contract'
import { sql } from 'kysely'
import { type Deliveries, startDeliveries } from '../../src/features/webhooks/start-deliveries.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startTestApp, type TestApp } from './app.ts'
import { callApi } from './imports.ts'
import { type KeyOptions, makeCaller } from './people.ts'

export const prefix = '/api/v1/developer/webhooks'

export interface WebhookBench {
  app: TestApp
  /** Starts what workers do for webhooks. */
  startDeliveries(): Deliveries
  close(): Promise<void>
}

/** Receivers are on loopback, which an operator has to allow. */
export async function openWebhookBench(): Promise<WebhookBench> {
  const app = await startTestApp({
    INLET_OUTBOUND_ALLOWED: '127.0.0.0/8',
    INLET_READ_RATE_LIMIT_PER_MINUTE: '10000',
  })
  const started: Deliveries[] = []
  // Connections of its own, like a worker process.
  const database = openDatabase({
    url: app.databaseUrl,
    poolSize: 10,
    applicationName: 'inlet-test-worker',
    profile: 'worker',
    onError: () => {},
  })
  return {
    app,
    startDeliveries() {
      const deliveries = startDeliveries({
        ...app.deps,
        db: database.db,
        listen: app.deps.notifications.listen,
      })
      started.push(deliveries)
      return deliveries
    },
    async close() {
      await Promise.all(started.map((one) => one.stop(0)))
      await database.close()
      await app.close()
    },
  }
}

export type WebhookCaller = Awaited<ReturnType<typeof makeWebhookCaller>>

export async function makeWebhookCaller(
  app: TestApp,
  options: KeyOptions & Parameters<typeof makeCaller>[1] = {},
) {
  const caller = await makeCaller(app, options)
  const answer = await callApi(app.url, caller.token, '/projects/create', {
    name: 'Project',
    project_share_preference: 2,
  })
  const { id: projectId } = (await answer.json()) as { id: number }
  const call = (method: string, path = '', body?: object) =>
    fetch(`${app.url}${prefix}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${caller.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const read = async <T>(method: string, path = '', body?: object): Promise<T> => {
    const response = await call(method, path, body)
    if (!response.ok)
      throw new Error(`${method} ${path} failed with ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    ...caller,
    projectId,
    call,
    read,
    create: (body: object) => read<Webhook & { secret: string }>('POST', '', body),
    deliveries: async (key: string, query = '') =>
      (await read<{ deliveries: Delivery[] }>('GET', `/${key}/deliveries${query}`)).deliveries,
    /** Events of the caller's project, such as file.completed. */
    emit: (type = 'file.completed', count = 1, project = projectId) =>
      sql`select record_event(${type}, ${caller.team.id}, ${project}, jsonb_build_object('wav_key', gen_random_uuid(), 'status', 'completed'))
        from generate_series(1, ${count})`.execute(app.deps.db),
  }
}

/** Makes everything that waits for a retry due now. */
export const makeDue = ({ deps }: TestApp) => sql`update pending_delivery set due_at = now()`.execute(deps.db)

export async function waitFor<T>(
  read: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
