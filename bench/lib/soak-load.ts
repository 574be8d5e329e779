/** Mixed load of programs and people: imports of every kind, statuses, lists, searches, pages and a change stream. */
import { scopes } from '@inlet/contract'
import { Inlet } from '@inlet/sdk'
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { createKey } from '@inlet/server/src/features/keys/create-key.ts'
import { startSession } from '@inlet/server/src/features/sign-in/session-life.ts'
import { insertTeam, insertUser } from '@inlet/server/src/features/team/team.repo.ts'
import { makeBmp, makePdf, makeWav } from '../../acceptance/harness/samples.ts'
import type { CallTimes } from './call-times.ts'
import { makeDocx } from './import-samples.ts'

const workspace = '/api/v1/workspace'
const callsAMinute = 1000
const admin = 3

export interface SoakOptions {
  deps: Deps
  urls: readonly string[]
  times: CallTimes
  /** Reading calls a second. */
  rate: number
}

export interface SoakLoad {
  imported: number
  changes: number
  stop(): Promise<void>
}

interface Recent {
  files: string[]
  insights: string[]
  surveys: string[]
  /** Each occurs in the answers of one survey only. */
  words: string[]
}

/** Keeps the newest records for status calls. */
const remember = (list: string[], key: string) => {
  list.push(key)
  if (list.length > 200) list.shift()
}

/** Identifiers in a path are not part of its kind. */
const kindOf = (method: string, path: string): string =>
  path.startsWith('/api/')
    ? `${method} ${path
        .replace(/^\/api\/v1\/(?:developer\/)?/, '')
        .replaceAll(/\/(?:[0-9a-f-]{36}|\d+)(?=\/|$)/g, '/*')}`
    : 'upload'

export async function startLoad({ deps, urls, times, rate }: SoakOptions): Promise<SoakLoad> {
  const team = await insertTeam(deps.db, 'Soak')
  const email = `soak-${Date.now()}@example.org`
  const user = await insertUser(deps.db, { team_id: team.id, email, name: 'Soak', role: admin })
  const send = times.fetchAs(kindOf)
  const clients = await Promise.all(
    urls.map((url) => openClient(deps, { teamId: team.id, userId: user.id }, url, send)),
  )
  const [first] = clients
  if (!first) throw new Error('The load needs an api process.')
  const project = await first.inlet.projects.create({ name: 'Soak' })
  const cookie = `${deps.sessionCookie.name}=${await startSession(deps, user.id)}`
  const recent: Recent = { files: [], insights: [], surveys: [], words: [] }
  const load: SoakLoad = { imported: 0, changes: 0, stop: async () => {} }
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const start = (work: Promise<void>) => {
    const ended = work
      .catch((error: unknown) => times.fail(String(error)))
      .finally(() => running.delete(ended))
    running.add(ended)
  }

  let turn = 0
  const next = () => {
    turn += 1
    return { client: clients[turn % clients.length] ?? first, n: turn }
  }
  const importing = importers(recent, project.id)
  const timers = importing.map(([everyMs, importOne]) =>
    setInterval(() => {
      const { client, n } = next()
      start(
        importOne(client.inlet, n).then(() => {
          load.imported += 1
        }),
      )
    }, everyMs),
  )
  timers.push(
    setInterval(() => {
      const { client, n } = next()
      start(readOne({ client, n, recent, cookie, send, projectId: project.id }))
    }, 1000 / rate),
  )
  for (const { url } of clients) start(followChanges(url, cookie, load, stopping.signal))

  load.stop = async () => {
    for (const timer of timers) clearInterval(timer)
    stopping.abort()
    await Promise.all(running)
  }
  return load
}

interface Program {
  url: string
  inlet: Inlet
}

async function openClient(
  deps: Deps,
  owner: { teamId: number; userId: number },
  url: string,
  send: typeof fetch,
): Promise<Program> {
  const key = await createKey(deps, {
    ...owner,
    kind: 'team',
    name: 'soak',
    scopes,
    rateLimitPerMinute: callsAMinute,
  })
  const inlet = new Inlet({
    baseUrl: url,
    clientId: key.client_id,
    clientSecret: key.client_secret,
    fetch: (input, init) => send(input, init),
  })
  return { url, inlet }
}

type ImportOne = (inlet: Inlet, n: number) => Promise<void>

/** Each kind of import and how often one is started. */
function importers(recent: Recent, projectId: number): [number, ImportOne][] {
  const pdf = makePdf('Participants said that the export was slow')
  const docx = new Uint8Array(makeDocx(1))
  const bmp = makeBmp(400, 200)
  const wav = makeWav()
  const file =
    (content: Uint8Array<ArrayBuffer>, extension: string): ImportOne =>
    async (inlet, n) => {
      const { wav_key } = await inlet.files
        .import(new File([content], `soak ${n}.${extension}`), { projectId })
        .done()
      remember(recent.files, wav_key)
    }
  return [
    [
      2_000,
      async (inlet, n) => {
        const survey = await inlet.surveys
          .import(makeCsv(n), {
            projectId,
            name: `Soak ${n}`,
            columnMapping: { Email: 'Email', Score: 'NPS', Why: 'Open-ended' },
          })
          .done()
        remember(recent.surveys, survey.upload_key)
        remember(recent.words, wordOf(n))
      },
    ],
    [6_000, file(bmp, 'bmp')],
    [20_000, file(docx, 'docx')],
    [30_000, file(wav, 'wav')],
    [
      8_000,
      async (inlet, n) => {
        const content = new File([pdf], `soak ${n}.pdf`)
        const { insight_key } = await inlet.insights
          .import(content, { projectId, shouldPublish: true })
          .done()
        remember(recent.insights, insight_key)
      },
    ],
  ]
}

const rowsPerSurvey = 200
/** A word that only the answers of this survey contain. */
const wordOf = (n: number): string => `release${n}`

/**
 * What a call reads must not grow with what was imported before: a person answers one survey, and a search finds the answers
 * of one. Otherwise calls become slower with the data, and the soak could not tell it from a leak.
 */
function makeCsv(n: number): string {
  const rows = Array.from(
    { length: rowsPerSurvey },
    (_, i) => `person-${n}-${i}@example.org,${i % 11},The export was slow in week ${i % 52} of ${wordOf(n)}`,
  )
  return ['Email,Score,Why', ...rows].join('\n')
}

interface Read {
  client: Program
  n: number
  recent: Recent
  cookie: string
  send: typeof fetch
  projectId: number
}

/** One call of a program or a page. */
async function readOne({ client, n, recent, cookie, send, projectId }: Read): Promise<void> {
  const { inlet, url } = client
  const one = (keys: readonly string[]) => keys[(n * 7) % Math.max(1, keys.length)]
  const page = async (path: string) => {
    const answer = await send(`${url}${workspace}${path}`, { headers: { cookie } })
    await answer.arrayBuffer()
  }
  const [file, insight, survey] = [one(recent.files), one(recent.insights), one(recent.surveys)]
  const word = one(recent.words)
  const reads: (() => Promise<unknown>)[] = [
    () => inlet.files.list({ limit: 50 }),
    () => inlet.insights.list({ limit: 20 }),
    () => inlet.surveys.list({ limit: 20 }),
    () => inlet.projects.list(),
    ...(file === undefined ? [] : [() => inlet.files.status(file)]),
    ...(insight === undefined ? [] : [() => inlet.insights.status(insight)]),
    ...(survey === undefined
      ? []
      : [
          () => inlet.surveys.status(survey),
          () => page(`/surveys/${survey}/overview`),
          () => page(`/surveys/${survey}/responses`),
        ]),
    () => page('/imports?filter=all'),
    () => page('/imports/count'),
    () => page(`/search?q=${word ?? 'release'}%20week%20${n % 52}`),
    () => page(`/search/names?q=soak%20${n % 100}`),
    () => page(`/imports/materials?project_id=${projectId}`),
    () => page('/participants'),
  ]
  await reads[n % reads.length]?.()
}

/** An open window: it reads until the end and must not be disconnected. */
async function followChanges(
  url: string,
  cookie: string,
  load: SoakLoad,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(`${url}${workspace}/changes`, { headers: { cookie }, signal })
  if (!answer.ok || !answer.body) throw new Error(`The change stream failed with status ${answer.status}.`)
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>)
      load.changes += new TextDecoder().decode(chunk).split('event: change').length - 1
  } catch (error) {
    if (!signal.aborted) throw error
  }
  if (!signal.aborted) throw new Error('The change stream ended.')
}
