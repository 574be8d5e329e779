/**
 * Api and worker processes are killed while programs import everything there is to import. Every change has its event, in
 * order, and every event reaches every webhook. With INLET_FULL=1, 5,000 imports and 200 kills.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery, Webhook } from '@inlet/contract'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, createClient } from '../../../test/event-kills/client.ts'
import { countDuplicates, type Endpoint, startEndpoint } from '../../../test/event-kills/endpoints.ts'
import {
  compareReads,
  compareWithChanges,
  compareWithLog,
  findRepeatedIds,
  findUnknownRecords,
  lastStatuses,
} from '../../../test/event-kills/event-checks.ts'
import { type Fleet, startFleet } from '../../../test/event-kills/fleet.ts'
import { followLog, readLog } from '../../../test/event-kills/follow-log.ts'
import { type FinishedRecord, makeImportKinds, planImports } from '../../../test/event-kills/import-kinds.ts'
import {
  isObserved,
  observeChanges,
  readObservedChanges,
} from '../../../test/event-kills/observed-changes.ts'
import { testConfig } from '../../../test/harness/config.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { isFull, rounds } from '../../../test/harness/full.ts'
import { makeKey, makeTeam, makeUser } from '../../../test/harness/people.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { openDeps } from '../../app/deps.ts'
import { mapBounded } from '../../platform/map-bounded.ts'
import type { Credentials } from '../keys/create-key.ts'

const imports = rounds(60, 5_000)
const killsPerKind = rounds(4, 100)
const timeout = rounds(600_000, 6 * 3_600_000)
/** Several, because each key allows a thousand calls per minute and twenty that wait. */
const keys = 4
const importsAtOnce = 24
/** How far imports may be ahead of the kills, and kills of the imports. */
const slack = 0.05

let database: TestDatabase
let sql: pg.Client
let dir: string
let fleet: Fleet
let endpoints: Endpoint[]
let clients: Client[]
beforeAll(async () => {
  database = await createTestDatabase()
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  await observeChanges(sql)
  dir = await mkdtemp(join(tmpdir(), 'inlet-kills-'))
  fleet = await startFleet(database.url, {
    INLET_OUTBOUND_ALLOWED: '127.0.0.0/8',
    INLET_READ_RATE_LIMIT_PER_MINUTE: '10000',
  })
  endpoints = [
    await startEndpoint('fast', { delayMs: 0, failingShare: 0 }),
    await startEndpoint('slow', { delayMs: 200, failingShare: 0 }),
    await startEndpoint('failing', { delayMs: 0, failingShare: 0.5 }),
  ]
  clients = (await makeKeys()).map((key) => createClient(fleet.url, key))
}, 300_000)
afterAll(async () => {
  await fleet?.stop()
  await Promise.all((endpoints ?? []).map((endpoint) => endpoint.close()))
  await sql?.end()
  await database?.drop()
  await rm(dir, { recursive: true, force: true })
})

/** Keys of one user, so that each of them sees the drafts of the others. */
async function makeKeys(): Promise<Credentials[]> {
  const deps = await openDeps(testConfig(database.url), {
    name: 'inlet-test',
    role: 'enqueue',
    log: pino({ level: 'fatal' }),
  })
  try {
    const user = await makeUser(deps, await makeTeam(deps))
    return await Promise.all(Array.from({ length: keys }, () => makeKey(deps, user)))
  } finally {
    await deps.close()
  }
}

type NewWebhook = Webhook & { secret: string }

async function createWebhooks(client: Client): Promise<Map<Endpoint, string>> {
  const created = new Map<Endpoint, string>()
  for (const endpoint of endpoints) {
    const { body } = await client.call<NewWebhook>({ path: '/webhooks', json: { url: endpoint.url } })
    endpoint.secret = body.secret
    created.set(endpoint, body.webhook_key)
  }
  return created
}

interface Progress {
  finished: number
  kills: number
}

/** Imports and kills keep pace with each other, so that the kills are spread over all imports. */
const pace = ({ finished, kills }: Progress) => finished / imports - kills / (2 * killsPerKind)

/** A full run takes a while. */
function report({ finished, kills }: Progress): void {
  if (isFull && finished % 250 === 0)
    process.stdout.write(`event kills: ${finished} imports, ${kills} kills, ${new Date().toISOString()}\n`)
}

async function killProcesses(kind: 'api' | 'worker', progress: Progress): Promise<void> {
  for (let i = 0; i < killsPerKind; i += 1) {
    await waitFor(async () => pace(progress) > -slack, timeout)
    await sleep(Math.random() * 1_000)
    await fleet.killOne(kind)
    progress.kills += 1
  }
}

async function importEverything(progress: Progress): Promise<FinishedRecord[]> {
  const plan = planImports(await makeImportKinds(dir), imports)
  const finished: FinishedRecord[] = []
  const projects = await Promise.all(clients.map(createProject))
  await mapBounded([...plan.entries()], importsAtOnce, async ([number, kind]) => {
    await waitFor(async () => pace(progress) < slack, timeout)
    const client = pick(clients, number)
    const projectId = pick(projects, number)
    finished.push(...(await kind.run({ client, projectId, number })))
    progress.finished += 1
    report(progress)
  })
  return finished
}

async function createProject(client: Client): Promise<number> {
  const json = { name: 'Project', project_share_preference: 2 }
  return (await client.call<{ id: number }>({ path: '/import/projects/create', json })).body.id
}

function pick<T>(items: readonly T[], number: number): T {
  const item = items[number % items.length]
  if (item === undefined) throw new Error('Nothing to pick from.')
  return item
}

/**
 * Waits until nothing is left to send. The retries of the failing endpoint are made due at once: their schedule of three
 * days has tests of its own. A delivery whose ten attempts have all failed is sent again as its owner would do it.
 */
async function drainDeliveries(client: Client, webhooks: ReadonlyMap<Endpoint, string>): Promise<void> {
  await waitFor(
    async () => {
      await sql.query(`update pending_delivery set due_at = now() where due_at > now() + interval '1 second'`)
      for (const key of webhooks.values()) await redeliverFailed(client, key)
      const { rows } = await sql.query<{ left: string }>(
        'select (select count(*) from event_outbox) + (select count(*) from pending_delivery) as left',
      )
      return rows[0]?.left === '0'
    },
    timeout,
    1_000,
  )
}

async function redeliverFailed(client: Client, webhookKey: string): Promise<void> {
  const path = `/webhooks/${webhookKey}/deliveries`
  const { body } = await client.call<{ deliveries: Delivery[] }>({ path: `${path}?status=failed` })
  for (const { delivery_key } of body.deliveries)
    await client.call({ path: `${path}/${delivery_key}/redeliver`, json: {} })
}

it('loses no event and no delivery when processes are killed', { timeout }, async () => {
  const startedAt = performance.now()
  const [client] = clients
  if (!client) throw new Error('There is no client.')
  const webhooks = await createWebhooks(client)
  const follower = followLog(client)
  const progress: Progress = { finished: 0, kills: 0 }
  const [finished] = await Promise.all([
    importEverything(progress),
    killProcesses('api', progress),
    killProcesses('worker', progress),
  ])
  await drainDeliveries(client, webhooks)
  const followed = await follower.stop()
  const log = await readLog(client)

  const acknowledged = new Map(finished.map(({ record, changes }) => [record, changes]))
  const observed = await readObservedChanges(sql)
  const ofClients = compareWithChanges(log, acknowledged)
  const ofDatabase = compareWithChanges(
    log.filter(({ type }) => isObserved(type)),
    observed,
  )
  const deliveries = endpoints.map((endpoint) => ({
    endpoint: endpoint.name,
    ...compareWithLog(endpoint.accepted, log),
    forged: endpoint.forged,
  }))
  const count = (lists: readonly (readonly string[])[]) => lists.flat().length
  process.stdout.write(
    `event kills: imports=${imports} kills=${fleet.kills.api + fleet.kills.worker} events=${log.length}` +
      ` missing=${count([ofClients.missing, ofDatabase.missing])}` +
      ` out_of_order=${count([ofClients.outOfOrder, ofDatabase.outOfOrder])}` +
      ` undelivered=${count(deliveries.map(({ undelivered }) => undelivered))}` +
      ` duplicates=${endpoints.map((one) => `${one.name}:${countDuplicates(one)}`).join(',')}` +
      ` requests=${endpoints.map((one) => `${one.name}:${one.requests}`).join(',')}` +
      ` minutes=${((performance.now() - startedAt) / 60_000).toFixed(1)}\n`,
  )
  const nothing = { missing: [], unexpected: [], outOfOrder: [] }
  expect(ofClients).toEqual(nothing)
  expect(ofDatabase).toEqual(nothing)
  expect(findUnknownRecords(log, observed)).toEqual([])
  expect(findRepeatedIds(log)).toEqual([])
  expect(compareReads(followed, log)).toEqual([])
  const last = lastStatuses(log)
  for (const { record, status } of finished)
    if (status !== undefined) expect([record, last.get(record)]).toEqual([record, status])
  for (const endpoint of deliveries)
    expect(endpoint).toMatchObject({ undelivered: [], unknown: [], changed: [], forged: [] })
  expect(fleet.unexpectedExits).toEqual([])
})
