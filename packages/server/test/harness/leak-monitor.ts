/**
 * Continuously checks everything through which a protected recording could leak: what the import API, the workspace,
 * search, exports, live updates and the object store return to the owner of the project.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { followChanges } from './event-stream-client.ts'
import type { ImportBench } from './import-bench.ts'
import { callApi, type Import } from './imports.ts'
import { fetchToken, makeKey } from './people.ts'
import { type Visitor, visitAs } from './visitors.ts'

/** What must not leak: spoken words, and byte sequences of the upload. */
export interface Canary {
  words: RegExp
  query: string
  stretches: readonly Buffer[]
}

const stretchBytes = 48

/** Takes sequences of encoded audio and video, because headers and texts occur in many files. */
export function canaryOf(original: Buffer, words: RegExp, query: string): Canary {
  const stretches: Buffer[] = []
  const step = Math.max(stretchBytes, Math.floor(original.length / 400))
  for (let at = 0; at + stretchBytes <= original.length; at += step) {
    const stretch = original.subarray(at, at + stretchBytes)
    const readable = stretch.filter((byte) => byte >= 0x20 && byte < 0x7f).length
    if (new Set(stretch).size >= 30 && readable < stretchBytes * 0.6) stretches.push(stretch)
  }
  if (stretches.length < 10) throw new Error('The file is too short to recognize it by its bytes.')
  return { words, query, stretches }
}

export interface SurfaceCheck {
  surface: string
  /** Some part of the recording is visible. */
  isOpen: boolean
  hasCanary: boolean
}

type RunCheck = () => Promise<SurfaceCheck>

const parts = ['rendition', 'poster', 'viewer', 'thumbnail', 'image'] as const
const formats = ['txt', 'srt', 'vtt', 'json'] as const

/** Checks every surface once. */
export async function checkAllSurfaces(
  bench: ImportBench,
  visitor: Visitor,
  one: Import,
  canary: Canary,
): Promise<SurfaceCheck[]> {
  const has = (body: Buffer) =>
    canary.words.test(body.toString('utf8')) || canary.stretches.some((stretch) => body.includes(stretch))
  const checkResponse = async (
    surface: string,
    answer: Promise<Response>,
    isOpen: (body: Buffer) => boolean,
  ): Promise<SurfaceCheck> => {
    const response = await answer
    const body = Buffer.from(await response.arrayBuffer())
    return { surface, isOpen: response.ok && isOpen(body), hasCanary: has(body) }
  }
  const read = (surface: string, path: string, isOpen: (body: Buffer) => boolean): RunCheck => {
    return () => checkResponse(surface, visitor.get(path), isOpen)
  }
  const json = (body: Buffer) => JSON.parse(body.toString('utf8')) as Record<string, unknown>
  const recording = `/recordings/file/${one.key}`
  const runs: RunCheck[] = [
    () => checkResponse('api list', callApi(bench.app.url, bench.token, '/files'), () => false),
    () => checkStatus(bench, one, checkResponse),
    read('imports', '/imports', () => false),
    read('import', `/imports/file/${one.key}`, (body) => json(body)['original_url'] !== null),
    read('recording', recording, (body) => {
      const { rendition_path, poster_path, waveform, transcript, duration_ms, original_url } = json(body)
      const all = [rendition_path, poster_path, waveform, transcript, duration_ms, original_url]
      return all.some((value) => value !== null)
    }),
    read('transcript', `${recording}/transcript`, (body) => (json(body)['segments'] as object[]).length > 0),
    read('captions', `${recording}/captions.vtt`, (body) => body.toString('utf8').trim() !== 'WEBVTT'),
    ...formats.map((format) => read(`export ${format}`, `${recording}/transcript/${format}`, () => true)),
    ...parts.map((part) => read(part, `/content/file/${one.key}/${part}`, () => true)),
    read('document', `/documents/file/${one.key}`, () => true),
    read('search', `/search?q=${canary.query}`, (body) => (json(body)['hits'] as object[]).length > 0),
    read('names', `/search/names?q=${canary.query}`, (body) => (json(body)['hits'] as object[]).length > 0),
    () => checkObjectStore(bench, one, checkResponse),
  ]
  return Promise.all(runs.map((run) => run()))
}

type CheckResponse = (
  surface: string,
  answer: Promise<Response>,
  isOpen: (body: Buffer) => boolean,
) => Promise<SurfaceCheck>

/** If there is a URL, also what it serves. */
async function checkStatus(
  { app, token }: ImportBench,
  { key }: Import,
  checkResponse: CheckResponse,
): Promise<SurfaceCheck> {
  const answer = await callApi(app.url, token, `/files/${key}/status`)
  // A service that is overloaded for a moment shows nothing.
  if (answer.status === 503) return { surface: 'file_url', isOpen: false, hasCanary: false }
  if (!answer.ok) throw new Error(`Reading the status of a file failed with status ${answer.status}.`)
  const { file_url: url } = (await answer.json()) as { file_url?: string | null }
  if (!url) return { surface: 'file_url', isOpen: false, hasCanary: false }
  return { ...(await checkResponse('file_url', fetch(url), () => true)), isOpen: true }
}

/** Without a signature the store must return nothing, even to someone who knows the keys. */
async function checkObjectStore(
  { app }: ImportBench,
  { key }: Import,
  checkResponse: CheckResponse,
): Promise<SurfaceCheck> {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    select array[f.object_key, f.upload_key, r.rendition_key, r.poster_key, r.speech_key] as keys
    from file f left join recording r on r.id = f.closed_recording_id where f.key = ${key}`.execute(
    app.deps.db,
  )
  const address = `${process.env['S3_ENDPOINT'] ?? ''}/${process.env['S3_BUCKET'] ?? ''}`
  const checks = await Promise.all(
    (rows[0]?.keys ?? [])
      .filter((name) => name !== null)
      .map((name) => checkResponse('store', fetch(`${address}/${name}`), () => true)),
  )
  return {
    surface: 'store',
    isOpen: checks.some((check) => check.isOpen),
    hasCanary: checks.some((check) => check.hasCanary),
  }
}

export interface LeakMonitor {
  /** What leaked, with the time. */
  leaks: string[]
  /** How many times everything was checked. */
  rounds: number
  watch(one: Import, canary: Canary): void
  unwatch(one: Import): void
  close(): Promise<void>
}

/** Runs in the background until it is closed. */
export async function startLeakMonitor(importBench: ImportBench): Promise<LeakMonitor> {
  // Uses a key of its own, so that its calls do not count against the rate limit of the imports.
  const key = await makeKey(importBench.app.deps, importBench.user)
  const bench = { ...importBench, token: await fetchToken(importBench.app.url, key) }
  const visitor = await visitAs(bench.app, bench.user)
  const events = await followChanges(visitor)
  const watched = new Map<Import, Canary>()
  const ends = new AbortController()
  const monitor: LeakMonitor = {
    leaks: [],
    rounds: 0,
    watch: (one, canary) => void watched.set(one, canary),
    unwatch: (one) => void watched.delete(one),
    async close() {
      ends.abort()
      await running
      events.close()
    },
  }
  async function checkOnce(one: Import, canary: Canary): Promise<void> {
    const checks = await checkAllSurfaces(bench, visitor, one, canary)
    // Read afterwards: whatever was visible before must belong to a record that is completed by now.
    const isOpen = checks.some((check) => check.isOpen)
    const status = isOpen ? await statusOf(bench, one) : 'not read'
    for (const { surface, isOpen: isSeen, hasCanary } of checks) {
      if (hasCanary) monitor.leaks.push(`${one.key}: the secret leaked by ${surface}`)
      if (isSeen && status !== 'completed') monitor.leaks.push(`${one.key}: ${surface} while ${status}`)
    }
    const announced = JSON.stringify(events.events)
    if (canary.words.test(announced)) monitor.leaks.push(`${one.key}: the secret leaked by an announcement`)
    monitor.rounds += 1
  }
  const running = (async () => {
    while (!ends.signal.aborted) {
      try {
        for (const [one, canary] of watched) {
          await checkOnce(one, canary)
          // Three calls per round, and the key allows a thousand per minute.
          await sleep(200)
        }
      } catch (error) {
        monitor.leaks.push(`the leak check failed: ${String(error)}`)
      }
      await sleep(50)
    }
  })()
  return monitor
}

async function statusOf({ app, token }: ImportBench, { key }: Import): Promise<string> {
  let answer: Response
  do answer = await callApi(app.url, token, `/files/${key}/status`)
  while (answer.status === 503)
  return ((await answer.json()) as { status?: string }).status ?? `answer ${answer.status}`
}
