/**
 * Looks at everything by which something of a recording could come out, all the time: what the import API, the workspace,
 * search, exports, announcements and the store itself hand out to whom the project belongs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { followChanges } from './event-reader.ts'
import type { ImportBench } from './import-bench.ts'
import { callApi, type Import } from './imports.ts'
import { fetchToken, makeKey } from './people.ts'
import { type Visitor, visitAs } from './visitors.ts'

/** What must not come out: words that were said, and stretches of the bytes that were uploaded. */
export interface Canary {
  words: RegExp
  query: string
  stretches: readonly Buffer[]
}

const stretchBytes = 48

/** Stretches of coded sound and picture: bytes of headers and texts stand in many files. */
export function canaryOf(original: Buffer, words: RegExp, query: string): Canary {
  const stretches: Buffer[] = []
  const step = Math.max(stretchBytes, Math.floor(original.length / 400))
  for (let at = 0; at + stretchBytes <= original.length; at += step) {
    const stretch = original.subarray(at, at + stretchBytes)
    const readable = stretch.filter((byte) => byte >= 0x20 && byte < 0x7f).length
    if (new Set(stretch).size >= 30 && readable < stretchBytes * 0.6) stretches.push(stretch)
  }
  if (stretches.length < 10) throw new Error('There is too little in the file to recognise it by.')
  return { words, query, stretches }
}

export interface Sight {
  surface: string
  /** Something of the recording is there, whatever it is. */
  isOpen: boolean
  hasCanary: boolean
}

type Look = () => Promise<Sight>

const parts = ['rendition', 'poster', 'viewer', 'thumbnail', 'image'] as const
const formats = ['txt', 'srt', 'vtt', 'json'] as const

/** Each surface once. */
export async function lookEverywhere(
  bench: ImportBench,
  visitor: Visitor,
  one: Import,
  canary: Canary,
): Promise<Sight[]> {
  const has = (body: Buffer) =>
    canary.words.test(body.toString('utf8')) || canary.stretches.some((stretch) => body.includes(stretch))
  const see = async (
    surface: string,
    answer: Promise<Response>,
    isOpen: (body: Buffer) => boolean,
  ): Promise<Sight> => {
    const response = await answer
    const body = Buffer.from(await response.arrayBuffer())
    return { surface, isOpen: response.ok && isOpen(body), hasCanary: has(body) }
  }
  const read = (surface: string, path: string, isOpen: (body: Buffer) => boolean): Look => {
    return () => see(surface, visitor.get(path), isOpen)
  }
  const json = (body: Buffer) => JSON.parse(body.toString('utf8')) as Record<string, unknown>
  const recording = `/recordings/file/${one.key}`
  const looks: Look[] = [
    () => see('api list', callApi(bench.app.url, bench.token, '/files'), () => false),
    () => lookAtStatus(bench, one, see),
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
    () => lookIntoStore(bench, one, see),
  ]
  return Promise.all(looks.map((look) => look()))
}

type See = (surface: string, answer: Promise<Response>, isOpen: (body: Buffer) => boolean) => Promise<Sight>

/** Where there is an address, also what it leads to. */
async function lookAtStatus({ app, token }: ImportBench, { key }: Import, see: See): Promise<Sight> {
  const answer = await callApi(app.url, token, `/files/${key}/status`)
  if (!answer.ok) throw new Error(`The state of a file was answered with ${answer.status}.`)
  const { file_url: url } = (await answer.json()) as { file_url?: string | null }
  if (!url) return { surface: 'file_url', isOpen: false, hasCanary: false }
  return { ...(await see('file_url', fetch(url), () => true)), isOpen: true }
}

/** Without a signature nothing comes out of it, whoever knows the keys. */
async function lookIntoStore({ app }: ImportBench, { key }: Import, see: See): Promise<Sight> {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    select array[f.object_key, f.upload_key, r.rendition_key, r.poster_key, r.speech_key] as keys
    from file f left join recording r on r.id = f.closed_recording_id where f.key = ${key}`.execute(
    app.deps.db,
  )
  const address = `${process.env['S3_ENDPOINT'] ?? ''}/${process.env['S3_BUCKET'] ?? ''}`
  const sights = await Promise.all(
    (rows[0]?.keys ?? [])
      .filter((name) => name !== null)
      .map((name) => see('store', fetch(`${address}/${name}`), () => true)),
  )
  return {
    surface: 'store',
    isOpen: sights.some((sight) => sight.isOpen),
    hasCanary: sights.some((sight) => sight.hasCanary),
  }
}

export interface LeakWatch {
  /** What came out and should not have, with when. */
  leaks: string[]
  /** How often everything was looked at. */
  rounds: number
  watch(one: Import, canary: Canary): void
  forget(one: Import): void
  close(): Promise<void>
}

/** From now on until it is closed, beside whatever else happens. */
export async function watchForLeaks(watchedBench: ImportBench): Promise<LeakWatch> {
  // With a key of its own, so that it does not keep imports from being made.
  const key = await makeKey(watchedBench.app.deps, watchedBench.user)
  const bench = { ...watchedBench, token: await fetchToken(watchedBench.app.url, key) }
  const visitor = await visitAs(bench.app, bench.user)
  const events = await followChanges(visitor)
  const watched = new Map<Import, Canary>()
  const ends = new AbortController()
  const watch: LeakWatch = {
    leaks: [],
    rounds: 0,
    watch: (one, canary) => void watched.set(one, canary),
    forget: (one) => void watched.delete(one),
    async close() {
      ends.abort()
      await looking
      events.close()
    },
  }
  async function lookOnce(one: Import, canary: Canary): Promise<void> {
    const sights = await lookEverywhere(bench, visitor, one, canary)
    // Asked afterwards: what was open before must be of a record that is completed by now.
    const isOpen = sights.some((sight) => sight.isOpen)
    const status = isOpen ? await statusOf(bench, one) : 'not asked'
    for (const { surface, isOpen: isSeen, hasCanary } of sights) {
      if (hasCanary) watch.leaks.push(`${one.key}: the secret by ${surface}`)
      if (isSeen && status !== 'completed') watch.leaks.push(`${one.key}: ${surface} while ${status}`)
    }
    const said = JSON.stringify(events.events)
    if (canary.words.test(said)) watch.leaks.push(`${one.key}: the secret by an announcement`)
    watch.rounds += 1
  }
  const looking = (async () => {
    while (!ends.signal.aborted) {
      try {
        for (const [one, canary] of watched) {
          await lookOnce(one, canary)
          // Three calls a look, and a thousand a minute for a key.
          await sleep(200)
        }
      } catch (error) {
        watch.leaks.push(`the watch itself failed: ${String(error)}`)
      }
      await sleep(50)
    }
  })()
  return watch
}

async function statusOf({ app, token }: ImportBench, { key }: Import): Promise<string> {
  const answer = await callApi(app.url, token, `/files/${key}/status`)
  return ((await answer.json()) as { status?: string }).status ?? `answer ${answer.status}`
}
