/**
 * Bytes per second of an export by a real worker, as a ratio to a script that downloads the same objects, packs them with
 * tar and uploads the archive; and the memory of the worker. `--files N --mb N --responses N` set the size of the project.
 * With `--kills N`, the project is exported once more by workers of which N are killed, and both exports are compared.
 */
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { exportProject } from '@inlet/server/src/features/exports/exports.public.ts'
import { inTransaction } from '@inlet/server/src/platform/db/database.ts'
import { stopProcess, waitFor } from '@inlet/server/test/harness/processes.ts'
import { makePart } from '@inlet/server/test/harness/survey-parts.ts'
import {
  importNow,
  makeSurvey,
  makeSurveyOwner,
  type SurveyOwner,
} from '@inlet/server/test/harness/surveys.ts'
import { endProcess, startBin, startSystem } from '../scripts/system.ts'
import { verifyArchives } from './lib/export-archives.ts'
import { openBenchDeps } from './lib/fixtures.ts'
import { growSurvey } from './lib/survey-charts.ts'

const execute = promisify(execFile)
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    files: { type: 'string', default: '400' },
    mb: { type: 'string', default: '1000' },
    responses: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '0' },
  },
})
const rowsAPart = 20_000

async function fill({ store, database }: Deps, owner: SurveyOwner): Promise<string[]> {
  const count = Number(values.files)
  const bytes = Math.round((Number(values.mb) * 1e6) / count)
  const content = randomBytes(bytes)
  const keys = Array.from({ length: count }, () => `accepted/${randomUUID()}`)
  for (const key of keys) {
    content.write(key)
    await store.write(key, content, { contentType: 'video/mp4', bytes })
  }
  await database.pool.query(
    `insert into file (team_id, project_id, created_by, name, extension, kind, status, upload_key, object_key, object_etag,
       object_bytes, failure_code, failure_message, started_at, completed_at)
     select $1, $2, $3, 'bench.mp4', 'mp4', 'video', 'error', 'incoming/' || gen_random_uuid(), key, 'e', $4, 'gave_up', 'bench',
       now(), now()
     from unnest($5::text[]) as key`,
    [owner.teamId, owner.projectId, owner.userId, bytes, keys],
  )
  return keys
}

/** What an operator would do without exports. */
async function packWithTar({ store }: Deps, keys: readonly string[], dir: string): Promise<number> {
  const startedAt = performance.now()
  for (const key of keys) {
    const object = await store.open(key)
    if (!object) throw new Error(`${key} is missing.`)
    await pipeline(object.body, createWriteStream(join(dir, key.slice('accepted/'.length))))
  }
  const archive = `${dir}.tar`
  await execute('tar', ['-cf', archive, '-C', dir, '.'])
  await store.writeFile({ key: 'accepted/bench.tar', path: archive, contentType: 'application/x-tar' })
  await rm(archive)
  return (performance.now() - startedAt) / 1000
}

interface Measured {
  exportId: number
  seconds: number
  bytes: number
  peakMb: number
}

function memoryOf(pid: number): number {
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(rss) / 1024
}

async function beginExport(deps: Deps, owner: SurveyOwner): Promise<number> {
  const { rows } = await deps.database.pool.query<{ id: number }>(
    `insert into project_export (team_id, project_id, api_key_id, contents, has_people, client_address)
     values ($1, $2, $3, '{originals,derived,tables}', true, '127.0.0.1') returning id`,
    [owner.teamId, owner.projectId, owner.keyId],
  )
  const exportId = rows[0]?.id ?? 0
  await inTransaction(deps.db, (tx) =>
    deps.enqueue(tx, exportProject, { v: 1, exportId }, { teamId: owner.teamId, key: String(exportId) }),
  )
  return exportId
}

async function hasEnded({ database }: Deps, exportId: number): Promise<boolean> {
  const { rows } = await database.pool.query<{ status: string }>(
    'select status from project_export where id = $1',
    [exportId],
  )
  return rows[0]?.status !== 'processing'
}

async function exportOnce(deps: Deps, owner: SurveyOwner, workerPid: number): Promise<Measured> {
  const exportId = await beginExport(deps, owner)
  let peakMb = 0
  await waitFor(
    () => {
      peakMb = Math.max(peakMb, memoryOf(workerPid))
      return hasEnded(deps, exportId)
    },
    3_600_000,
    100,
  )
  const ended = await deps.database.pool.query<{ status: string; bytes: number; seconds: number }>(
    `select x.status, x.size_bytes as bytes, extract(epoch from x.completed_at - j.started_on)::float8 as seconds
     from project_export x join job.job j on j.name = 'export-project' and j.singleton_key = x.id::text where x.id = $1`,
    [exportId],
  )
  const [end] = ended.rows
  if (end?.status !== 'completed') throw new Error(`The export has ${end?.status}.`)
  return { exportId, seconds: end.seconds, bytes: Number(end.bytes), peakMb }
}

/**
 * Each worker finishes an archive and is killed while it writes the next one, once everything that was read from the database is stored:
 * until then, a killed export begins again with another snapshot.
 */
async function exportWithKills(
  deps: Deps,
  owner: SurveyOwner,
  { env, whole, kills }: { env: Record<string, string>; whole: Measured; kills: number },
): Promise<void> {
  const volumeMb = Math.ceil(whole.bytes / 1e6 / (kills + 4))
  const start = () => startBin('worker', { ...env, INLET_EXPORT_VOLUME_MB: String(volumeMb) })
  const exportId = await beginExport(deps, owner)
  const countArchives = async () => {
    const { rows } = await deps.database.pool.query<{ n: number }>(
      'select count(*)::int as n from export_volume where export_id = $1',
      [exportId],
    )
    return rows[0]?.n ?? 0
  }
  const hasSnapshot = async () => {
    const { rows } = await deps.database.pool.query(
      'select from project_export where id = $1 and as_of is not null',
      [exportId],
    )
    return rows.length > 0
  }
  let worker = start()
  try {
    await waitFor(hasSnapshot, 1_800_000, 100)
    for (let kill = 0, done = 0; kill < kills; kill += 1) {
      await waitFor(async () => (await countArchives()) > done, 900_000, 20)
      await sleep(Math.random() * 1000)
      await stopProcess(worker, 'SIGKILL')
      if (await hasEnded(deps, exportId)) throw new Error(`The export has ended after ${kill} kills.`)
      done = await countArchives()
      worker = start()
    }
    await waitFor(() => hasEnded(deps, exportId), 3_600_000, 100)
  } finally {
    await stopProcess(worker)
  }
  const expected = await verifyArchives(deps, whole.exportId)
  const found = await verifyArchives(deps, exportId)
  const sums = new Map(found.map(({ path, sha256 }) => [path, sha256]))
  const other = expected.filter(({ path, sha256 }) => sums.get(path) !== sha256)
  if (found.length !== expected.length || other.length > 0)
    throw new Error(`${other.length} of ${expected.length} files differ: ${other[0]?.path}`)
  console.log(`killed: kills=${kills} archives=${await countArchives()} files=${found.length} differences=0`)
}

export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  const system = await startSystem({ apis: 0, workers: 1 })
  const deps = await openBenchDeps(system.env)
  try {
    await deps.queue.start()
    const owner = await makeSurveyOwner(deps)
    await deps.database.pool.query(
      `update api_key set scopes = '{export:write,participant:read}' where id = $1`,
      [owner.keyId],
    )
    const keys = await fill(deps, owner)
    const workerPid = system.workers[0]?.pid ?? 0
    const idleMb = memoryOf(workerPid)
    const first = await exportOnce(deps, owner, workerPid)
    const tarSeconds = await packWithTar(deps, keys, dir)
    const second = await exportOnce(deps, owner, workerPid)
    const seconds = Math.min(first.seconds, second.seconds)
    console.log(
      `objects: export=${seconds.toFixed(1)}s tar=${tarSeconds.toFixed(1)}s bytes=${first.bytes} peak_mb=${Math.max(first.peakMb, second.peakMb).toFixed(0)}`,
    )
    const columnMapping = { Name: 'Name', 'What should we change?': 'Open-ended' } as const
    const surveyId = await makeSurvey(deps, { owner, parts: [makePart(1, rowsAPart)], columnMapping })
    await importNow(deps, surveyId)
    await growSurvey(deps, surveyId, Math.ceil(Number(values.responses) / rowsAPart))
    const whole = await exportOnce(deps, owner, workerPid)
    console.log(
      `with ${values.responses} responses: export=${whole.seconds.toFixed(1)}s bytes=${whole.bytes} peak_mb=${whole.peakMb.toFixed(0)}`,
    )
    const kills = Number(values.kills)
    if (kills > 0) {
      await Promise.all(system.workers.map((worker) => endProcess(worker)))
      await exportWithKills(deps, owner, { env: system.env, whole, kills })
    }
    const peak = Math.max(first.peakMb, second.peakMb, whole.peakMb)
    console.log(
      `export ratio=${(tarSeconds / seconds).toFixed(2)} mb_per_s=${(first.bytes / 1e6 / seconds).toFixed(0)} peak_mb=${peak.toFixed(0)} idle_mb=${idleMb.toFixed(0)}`,
    )
  } finally {
    await deps.close()
    await system.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
