/**
 * Lists, statuses and charts at growing sizes: the same calls on ten thousand, a million and ten million files and
 * insights, with twice as many responses, all generated in SQL and read through a real api. `--sizes 10000,200000`
 * chooses other sizes, `--short` those two, `--calls` the number of calls. With DATABASE_URL and INLET_SECRET set,
 * that database is used and kept, and only missing records are added; sizes smaller than it use a temporary one.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pickPort } from '../scripts/services/ports.ts'
import { endProcess, type System, startBin, startSystem } from '../scripts/system.ts'
import { openBenchDeps } from './lib/fixtures.ts'
import { makeCallers } from './lib/scale-callers.ts'
import { makeCalls } from './lib/scale-calls.ts'
import { countRecords, fillRecords } from './lib/scale-fill.ts'
import { printSize, printSummary, type SizeResult } from './lib/scale-report.ts'
import { fillSurveys, importTypical } from './lib/scale-surveys.ts'
import { timeUpkeep } from './lib/scale-upkeep.ts'
import { type World, worldOf } from './lib/scale-world.ts'
import { timeCalls } from './lib/timed-calls.ts'

const everySize = [10_000, 1_000_000, 10_000_000]
const shortSizes = [10_000, 200_000]

type Env = Record<string, string>

export async function run(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      sizes: { type: 'string' },
      calls: { type: 'string', default: '300' },
      short: { type: 'boolean', default: false },
      'fill-only': { type: 'boolean', default: false },
    },
  })
  const sizes = values.sizes?.split(',').map(Number) ?? (values.short ? shortSizes : everySize)
  const rounds = values.short ? Math.min(100, Number(values.calls)) : Number(values.calls)
  const secret = process.env['INLET_SECRET']
  const start = (servicesFrom: NodeJS.ProcessEnv) =>
    startSystem({ apis: 0, workers: 0, servicesFrom, env: secret ? { INLET_SECRET: secret } : {} })
  const results: SizeResult[] = []
  const see = async (system: System, size: number) => {
    const filledIn = await fill(system.env, worldOf(size))
    if (values['fill-only']) return
    const result = await measure(system.env, worldOf(size), rounds)
    printSize(result, filledIn)
    results.push(result)
  }
  await withSystem(
    () => start(process.env),
    async (system) => {
      const held = await withOwner(system.env, readSize)
      for (const size of sizes) {
        if (size >= held) await see(system, size)
        else
          await withSystem(
            () => start({}),
            (own) => see(own, size),
          )
      }
    },
  )
  if (results.length > 1) printSummary(results)
}

async function withSystem(
  start: () => Promise<System>,
  use: (system: System) => Promise<void>,
): Promise<void> {
  const system = await start()
  try {
    await use(system)
  } finally {
    await system.stop()
  }
}

/** As a superuser, who can disable the triggers. */
async function withOwner<T>(env: Env, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(env['DATABASE_URL'] ?? '')
  url.username = 'postgres'
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

async function readSize(client: pg.Client): Promise<number> {
  await client.query('create table if not exists bench_size (records bigint)')
  const { rows } = await client.query<{ records: string | null }>(
    'select max(records) as records from bench_size',
  )
  return Number(rows[0]?.records ?? 0)
}

/** Returns the seconds it took. */
async function fill(env: Env, world: World): Promise<number> {
  const startedAt = performance.now()
  return withOwner(env, async (client) => {
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`,
    )
    const before = await readSize(client)
    if (before >= world.records) return 0
    await fillRecords(client, before, world)
    if (before === 0) {
      const deps = await openBenchDeps(env)
      try {
        await makeCallers(deps)
        await importTypical(deps)
      } finally {
        await deps.close()
      }
    }
    await fillSurveys(client, before === 0 ? undefined : worldOf(before), world)
    await countRecords(client)
    await client.query('insert into bench_size values ($1)', [world.records])
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    return (performance.now() - startedAt) / 1000
  })
}

async function measure(env: Env, world: World, rounds: number): Promise<SizeResult> {
  const port = await pickPort([])
  const api = startBin('api', { ...env, INLET_PORT: String(port) })
  const baseUrl = `http://127.0.0.1:${port}`
  const deps = await openBenchDeps(env)
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await client.connect()
  try {
    const headers = await makeCallers(deps)
    const calls = (await makeCalls(client)).map((call) => ({ ...call, headers: headers[call.as] }))
    await waitForApi(baseUrl)
    // A prepared statement has its final plan after five runs on each connection.
    await timeCalls(baseUrl, calls, { rounds: 12, clients: 8, patienceMs: 2_000 })
    const alone = await timeCalls(baseUrl, calls, { rounds, clients: 1, patienceMs: 8_000 })
    const together = await timeCalls(baseUrl, calls, {
      rounds: Math.ceil(rounds / 2),
      clients: 8,
      patienceMs: 8_000,
    })
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    )
    return {
      world,
      databaseBytes: Number(rows[0]?.bytes),
      upkeep: await timeUpkeep(deps, 5),
      calls: calls.map((call) => ({
        call,
        alone: alone.get(call) ?? [],
        together: together.get(call) ?? [],
      })),
    }
  } finally {
    await client.end()
    await deps.close()
    await endProcess(api)
  }
}

async function waitForApi(baseUrl: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if ((await fetch(`${baseUrl}/readyz`).catch(() => undefined))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The api was not ready within a minute.')
}
