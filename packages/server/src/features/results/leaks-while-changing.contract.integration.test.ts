/** Reads by routes, tools and exports while what they read is hidden and shown again: no call that starts after a record was hidden shows it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { exportNow, exportsOf, unpack } from '../../../test/harness/exports.ts'
import { rounds as roundsOf } from '../../../test/harness/full.ts'
import { callTool, fetchAgentToken } from '../../../test/harness/mcp.ts'
import { fetchToken, makeKey } from '../../../test/harness/people.ts'
import { readCall, readCalls, toolCalls } from '../../../test/harness/read-calls.ts'
import { makeProject, makeReaders, type Readers } from '../../../test/harness/reading.ts'
import { fillProject, recordOf, type Secret } from '../../../test/harness/seeded-secrets.ts'

const rounds = roundsOf(2, 20)
/** Keeps the calls of each key below its rate limit. */
const pauseMs = 100

let app: TestApp
let people: Readers
let owner: string

beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000', INLET_RATE_LIMIT_PER_MINUTE: '1000' })
  people = await makeReaders(app)
  owner = await fetchToken(app.url, await makeKey(app.deps, people.ada.user))
}, 120_000)
afterAll(() => app.close())

const change = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${app.url}/api/v1/developer/${path}`, {
    method,
    headers: { authorization: `Bearer ${owner}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
}

interface Hidden {
  projectId: number
  /** Paths of the records. */
  records: readonly string[]
}

interface Transition {
  hide: (what: Hidden) => Promise<void>
  show: (what: Hidden) => Promise<void>
  /** What it hides; people and keys still read what is only excluded from AI. */
  hides: readonly ('routes' | 'tools')[]
  /** Default: all records. */
  isHidden?: (record: string) => boolean
}

const project = (settings: object) => (what: Hidden) =>
  change('PATCH', `projects/${what.projectId}`, settings)
const each = (run: (record: string) => Promise<void>) => async (what: Hidden) => {
  for (const record of what.records) await run(record)
}
const isInsight = (record: string) => record.startsWith('insights/')

const transitions: Record<string, Transition> = {
  'excluded from AI': {
    hide: project({ disable_search_ask_ai: true }),
    show: project({ disable_search_ask_ai: false }),
    hides: ['tools'],
  },
  archived: {
    hide: project({ archived: true }),
    show: project({ archived: false }),
    hides: ['routes', 'tools'],
  },
  private: {
    hide: project({ project_share_preference: 1 }),
    show: project({ project_share_preference: 2 }),
    hides: ['routes', 'tools'],
  },
  deleted: {
    hide: each((record) => change('DELETE', record)),
    show: each((record) => change('POST', `${record}/restore`)),
    hides: ['routes', 'tools'],
  },
  'made a draft': {
    hide: each((record) => change('PATCH', record, { insight_state: 1 })),
    show: each((record) => change('PATCH', record, { insight_state: 0 })),
    hides: ['routes', 'tools'],
    isHidden: isInsight,
  },
}

interface Reading {
  name: string
  /** Whether the caller got the secret. */
  shows: () => Promise<boolean>
}

/** By a key of its own, because each key has its rate limit. */
async function readingsOf(secret: Secret, hides: Transition['hides']): Promise<Reading[]> {
  const { word, where, params, projectId } = secret
  const key = await makeKey(app.deps, people.finn.user)
  const [reader, agent] = [await fetchToken(app.url, key), await fetchAgentToken(app, key)]
  const byRoute = readCalls(params).map((call) => ({
    name: `${where}: ${call.path}`,
    shows: async () => (await readCall(app, reader, call)).includes(word),
  }))
  const byTool = toolCalls(word, params, [projectId]).map(({ name, args }) => ({
    name: `${where}: ${name} ${JSON.stringify(args)}`,
    shows: async () => {
      const text = JSON.stringify(await callTool(app, agent, name, args))
      if (text.includes('Too many requests')) throw new Error(`${name} was refused by the rate limit.`)
      return text.includes(word)
    },
  }))
  return [...(hides.includes('routes') ? byRoute : []), ...byTool]
}

async function readExport(token: string, projectId: number): Promise<string> {
  const api = exportsOf(app, token)
  const answer = await api.request(projectId, { contents: [] })
  if (answer.status !== 202) return ''
  const { export_key: key } = (await answer.json()) as { export_key: string }
  await exportNow(app.deps, key)
  const found = await api.get(key)
  if (found.status !== 200) return ''
  const one = (await found.json()) as Parameters<typeof unpack>[0]
  if (one.status !== 'completed') return ''
  const bundle = await unpack(one)
  await api.remove(key)
  return bundle.paths.map((path) => bundle.text(path)).join('\n')
}

async function exportOf(projectId: number, secrets: readonly Secret[]): Promise<Reading> {
  const token = await fetchToken(app.url, await makeKey(app.deps, people.finn.user))
  const shows = async () => {
    const text = await readExport(token, projectId)
    return secrets.some(({ word }) => text.includes(word))
  }
  return { name: 'export', shows }
}

interface Span {
  from: number
  to: number
}

it.each(Object.entries(transitions))(
  'RDR-11 MCP-6 EXP-6 shows nothing of what is %s from then on',
  async (state, { hide, show, hides, isHidden = () => true }) => {
    const projectId = await makeProject(people.ada, 2)
    const place = { where: 'open', projectId, by: people.ada.user, owner: 'ada' as const }
    const secrets = (await fillProject(app, place)).filter((secret) => isHidden(recordOf(secret)))
    const what = { projectId, records: [...new Set(secrets.map(recordOf))] }
    const readings: Reading[] = []
    if (hides.includes('routes')) readings.push(await exportOf(projectId, secrets))
    for (const secret of secrets)
      for (const reading of await readingsOf(secret, hides)) if (await reading.shows()) readings.push(reading)
    let isOver = false
    const seen: (Span & { name: string })[] = []
    const hidden: Span[] = []
    /** When the last completed call of each started. */
    const started = readings.map(() => 0)
    const everyoneReads = async () => {
      const since = performance.now()
      while (started.some((at) => at < since) && !isOver) await sleep(5)
    }
    const reading = readings.map(async ({ name, shows }, i) => {
      while (!isOver) {
        const from = performance.now()
        if (await shows()) seen.push({ name, from, to: performance.now() })
        started[i] = from
        await sleep(pauseMs)
      }
    })
    let problem: unknown
    const ended = Promise.all(reading).catch((error: unknown) => {
      isOver = true
      problem = error
    })
    try {
      await everyoneReads()
      for (let round = 0; round < rounds && !isOver; round += 1) {
        await hide(what)
        const from = performance.now()
        await everyoneReads()
        hidden.push({ from, to: performance.now() })
        await show(what)
        await everyoneReads()
      }
    } finally {
      isOver = true
      await ended
    }
    expect(problem).toBeUndefined()
    const leaked = seen.filter(({ from, to }) => hidden.some((span) => from >= span.from && to <= span.to))
    const ways = new Set(seen.map(({ name }) => name))
    process.stdout.write(
      `${state}: secrets=${secrets.length} ways=${ways.size} reads with content=${seen.length} while hidden=${leaked.length}\n`,
    )
    expect(leaked).toEqual([])
    // The control: every way shows the record while it is not hidden.
    expect(readings.filter(({ name }) => !ways.has(name)).map(({ name }) => name)).toEqual([])
    expect(readings.length).toBeGreaterThan(secrets.length)
  },
  900_000,
)
