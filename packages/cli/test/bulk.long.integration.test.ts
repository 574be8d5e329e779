/**
 * Imports many small files at the default limit of 20 calls a minute and kills the command on the way, at steps of all
 * kinds: each file is completed once, and the calls stay below what 15 minutes allow for 10,000 files.
 *
 * With INLET_FULL 10,000 files and 20 kills. Processing them would take hours on a small machine and is not the subject, so
 * the worker is suspended then, and the ends are written to the database.
 */
import { open, readdir, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { importScopes } from '../../contract/src/scopes.ts'
import type { JournalLine } from '../src/journal/entries.ts'
import { makeKey } from './admin.ts'
import { startApiForTest } from './api.ts'
import { type CliUser, makeProject, makeUser, type Running, service } from './command.ts'
import { completeInDatabase } from './complete-in-database.ts'
import { makeFolder } from './folder.ts'
import { makePng } from './samples.ts'
import { until } from './until.ts'

const isFull = Boolean(process.env['INLET_FULL'])
const [count, kills] = isFull ? [10_000, 20] : [110, 4]
const limit = 20
/** Two for a hundred files, and for each kill what has to be repeated. */
const mostCalls = isFull ? 15 * limit : 2 * Math.ceil(count / 100) + 5 * kills
/** Lines of the journal at which the command is killed: the first of its kind in a run, or a later one. */
const moments: [JournalLine['do'], number][] = [
  ['batch', 1],
  ['key', 15],
  ['sent', 20],
  ['sent', 50],
  ['accepted', 1],
  ['end', 5],
]

async function findJournal({ home }: CliUser): Promise<string | undefined> {
  const folder = join(home, '.local/state/inlet/journals')
  const names = await readdir(folder).catch(() => [])
  const name = names.find((one) => one.endsWith('.jsonl'))
  return name === undefined ? undefined : join(folder, name)
}

async function readLinesFrom(user: CliUser, offset: number): Promise<{ lines: JournalLine[]; end: number }> {
  const path = await findJournal(user)
  if (path === undefined) return { lines: [], end: offset }
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(size - offset), 0, size - offset, offset)
    const text = buffer.toString('utf8')
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const lines = whole.split('\n').filter(Boolean)
    return {
      lines: lines.map((line) => JSON.parse(line) as JournalLine),
      end: offset + Buffer.byteLength(whole),
    }
  } finally {
    await file.close()
  }
}

/** Kills the command once it has accepted some files and then reached the moment. Returns false if it ended before. */
async function killAt(user: CliUser, run: Running, acceptedFirst: number, moment: (typeof moments)[number]) {
  const [step, number] = moment
  let { end } = await readLinesFrom(user, 0)
  let accepted = 0
  let reached = 0
  await until(async () => {
    const read = await readLinesFrom(user, end)
    end = read.end
    for (const line of read.lines) {
      if (accepted >= acceptedFirst && line.do === step) reached += 1
      if (line.do === 'accepted') accepted += 1
    }
    return run.child.exitCode !== null || reached >= number
  }, 1800)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
  run.child.kill('SIGKILL')
  return (await run.ended).exitCode === null
}

/** Calls of the limit for imports that the service has answered, without refused ones. */
async function countCalls(url: string): Promise<{ calls: number; refused: number; byRoute: string }> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const pattern =
    /^inlet_http_request_duration_seconds_count\{method="\w+",route="\/api\/v1\/developer\/import\/([^"]+)",status="(\d+)"\} (\d+)$/gm
  const found = [...metrics.matchAll(pattern)].map(([, route = '', status, n]) => ({
    route,
    status,
    n: Number(n),
  }))
  const sum = (some: typeof found) => some.reduce((total, { n }) => total + n, 0)
  return {
    calls: sum(found.filter(({ status }) => status !== '429')),
    refused: sum(found.filter(({ status }) => status === '429')),
    byRoute: found.map(({ route, status, n }) => `${route}:${status}=${n}`).join(' '),
  }
}

async function makeFiles(): Promise<string> {
  const folder = await makeFolder()
  for (let i = 0; i < count; i += 1) await writeFile(join(folder, `image-${i}.png`), makePng(8, 8, i))
  return folder
}

/** Changes a file whose record exists and whose content was not sent. */
async function changeUnsent(user: CliUser): Promise<string | undefined> {
  const { lines } = await readLinesFrom(user, 0)
  const sent = new Set(lines.flatMap((line) => (line.do === 'sent' ? [line.id] : [])))
  const keyed = new Set(lines.flatMap((line) => (line.do === 'key' ? [line.id] : [])))
  const line = lines.find((one) => one.do === 'begin' && keyed.has(one.id) && !sent.has(one.id))
  if (line?.do !== 'begin') return undefined
  await writeFile(`${line.path}.new`, makePng(9, 9, 7))
  await rename(`${line.path}.new`, line.path)
  return basename(line.path)
}

async function listRecords(projectId: number) {
  const records: { name: string; status: string; key: string }[] = []
  for await (const { name, status, wav_key } of service().files.iterate({ projectId }))
    records.push({ name, status, key: wav_key })
  return records
}

it(`${count} small files survive ${kills} kills within the calls of the default limit`, async () => {
  const scopes = [...importScopes, 'event:read'].join(',')
  const key = await makeKey(inject('systemEnv'), '--scopes', scopes)
  const url = await startApiForTest({})
  const user = await makeUser({ key, url })
  const projectId = await makeProject('Bulk')
  if (isFull) onTestFinished(completeInDatabase(projectId))
  const args = ['import', await makeFiles(), '-p', String(projectId), '--json']
  const startedAt = performance.now()
  let survived = 0
  let changed: string | undefined
  for (let i = 0; i < kills; i += 1) {
    const moment = moments[i % moments.length] ?? ['batch', 1]
    const acceptedFirst = isFull ? Math.floor((count / (kills + 1)) * (0.5 + Math.random() / 2)) : 0
    if (!(await killAt(user, user.start(...args), acceptedFirst, moment))) survived += 1
    changed ??= moment[0] === 'key' ? await changeUnsent(user) : undefined
    const { calls } = await countCalls(url)
    console.log(`bulk kill=${i + 1} at=${moment.join(' ')} calls=${calls}`)
  }
  const last = await user.start(...args).ended
  const seconds = (performance.now() - startedAt) / 1000
  const { calls, refused, byRoute } = await countCalls(url)
  const records = await listRecords(projectId)
  const completed = records.filter(({ status }) => status === 'completed').map(({ name }) => name)
  const duplicates = completed.length - new Set(completed).size
  console.log(`bulk ${byRoute}`)
  console.log(
    `bulk files=${count} kills=${kills - survived} calls=${calls} completed=${completed.length} duplicates=${duplicates} allowance_min=${(calls / limit).toFixed(1)} refused=${refused} abandoned=${records.length - completed.length} seconds=${Math.round(seconds)} peak_rss_MiB=${Math.round(last.peakMiB)}`,
  )
  expect(last).toMatchObject({ exitCode: 0 })
  expect([new Set(completed).size, duplicates]).toEqual([count, 0])
  expect(records.filter(({ status }) => status !== 'completed' && status !== 'pending_upload')).toEqual([])
  expect(calls).toBeLessThanOrEqual(mostCalls)
  expect(last.peakMiB).toBeLessThan(300)
  // Most runs must really have been killed for the test to mean anything.
  expect(survived).toBeLessThanOrEqual(kills / 4)
  const again = await user.inlet(...args)
  expect(again.stdout).toContain(`"already_there":${count}`)
  if (changed !== undefined) expect(await sizeOf(records, changed)).toBe(makePng(9, 9, 7).length)
}, 7_200_000)

/** Of the content that was imported. */
async function sizeOf(records: Awaited<ReturnType<typeof listRecords>>, wanted: string) {
  const record = records.find(({ name, status }) => name === wanted && status === 'completed')
  const { size_bytes } = await service().files.status(record?.key ?? '', { include: ['details'] })
  return size_bytes
}
