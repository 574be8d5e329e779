/** Secrets in records that a caller must not read, looked for in every response of every route, tool and export. */
import { scopes as allScopes } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { exportNow, exportsOf, unpack } from '../../../test/harness/exports.ts'
import { callTool, fetchAgentToken } from '../../../test/harness/mcp.ts'
import { fetchToken, makeKey } from '../../../test/harness/people.ts'
import { removeProtection } from '../../../test/harness/protected-files.ts'
import { exportQdpx } from '../../../test/harness/qdpx.ts'
import { readCall, readCalls, toolCalls } from '../../../test/harness/read-calls.ts'
import { makeReaders, type Readers } from '../../../test/harness/reading.ts'
import { type Secret, seedSecrets, seedSurvey } from '../../../test/harness/seeded-secrets.ts'

const copies = process.env['INLET_FULL'] ? 2 : 1

let app: TestApp
let people: Readers
let secrets: Secret[]
let projectIds: number[]
const readers: Record<string, ReaderTokens> = {}
const owners: Partial<Record<Secret['owner'], ReaderTokens>> = {}

/** For the API, and for the MCP endpoint. */
interface ReaderTokens {
  api: string
  agent: string
}

async function fetchTokens(...given: Parameters<typeof makeKey>): Promise<ReaderTokens> {
  const key = await makeKey(...given)
  return { api: await fetchToken(app.url, key), agent: await fetchAgentToken(app, key) }
}

beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
  people = await makeReaders(app)
  const { ada, finn, vera, stranger } = people
  for (const [name, { user }] of Object.entries({ finn, vera, stranger }))
    readers[name] = await fetchTokens(app.deps, user)
  readers['a team key'] = await fetchTokens(app.deps, ada.user, { kind: 'team' })
  owners.ada = await fetchTokens(app.deps, ada.user)
  owners.stranger = await fetchTokens(app.deps, stranger.user)
  secrets = await seedSecrets(app, people, copies)
  projectIds = [...new Set(secrets.map(({ projectId }) => projectId))]
}, 300_000)
afterAll(() => app.close())

function ownerOf({ owner }: Secret): ReaderTokens {
  const tokens = owners[owner]
  if (!tokens) throw new Error('There are no owners yet.')
  return tokens
}

/** Every reader with the secrets that it must not see. */
const readings = () =>
  Object.entries(readers).map(
    ([reader, tokens]) => [reader, tokens, secrets.filter(({ owner }) => owner !== reader)] as const,
  )

async function readAll(token: string, { params }: Secret): Promise<string> {
  const texts: string[] = []
  for (const call of readCalls(params)) texts.push(await readCall(app, token, call))
  return texts.join('\n')
}

/** Everything that an agent gets. */
async function readTools(token: string, { word, params }: Secret): Promise<string> {
  const results: unknown[] = []
  for (const { name, args } of toolCalls(word, params, projectIds))
    results.push(await callTool(app, token, name, args))
  const text = JSON.stringify(results)
  expect(text).not.toContain('Too many requests')
  return text
}

/** What the exports of all projects contain that the caller can open, as one text for each format. */
async function exportAll(token: string, ids: readonly number[]): Promise<{ bundle: string; qdpx: string }> {
  const api = exportsOf(app, token)
  const texts: string[] = []
  const archives: string[] = []
  for (const id of ids) {
    const answer = await api.request(id)
    texts.push(await answer.clone().text())
    if (answer.status !== 202) continue
    const { export_key: key } = (await answer.json()) as { export_key: string }
    await exportNow(app.deps, key)
    const bundle = await unpack(await api.read(key))
    texts.push(...bundle.paths, ...bundle.paths.map((path) => bundle.text(path)))
    await api.remove(key)
    archives.push((await exportQdpx(app, token, { projectId: id })).everything)
  }
  return { bundle: texts.join('\n'), qdpx: archives.join('\n') }
}

it('RDR-10 RDR-11 MCP-6 EXP-6 EXP-12 no route, tool or export shows a seeded secret, and its owner finds them', async () => {
  expect(secrets.length).toBeGreaterThanOrEqual(copies * 50)
  const leaks: string[] = []
  for (const [reader, { api, agent }, hidden] of readings()) {
    const exported = await exportAll(api, projectIds)
    for (const secret of hidden) {
      if ((await readAll(api, secret)).includes(secret.word)) leaks.push(`${secret.where}: ${reader}`)
      if (exported.bundle.includes(secret.word)) leaks.push(`${secret.where}: export of ${reader}`)
      if (exported.qdpx.includes(secret.word)) leaks.push(`${secret.where}: REFI-QDA export of ${reader}`)
      if ((await readTools(agent, secret)).includes(secret.word))
        leaks.push(`${secret.where}: agent of ${reader}`)
    }
  }
  // Nobody reads what is deleted or a recording before it is protected, not even its owner.
  const exported = await exportAll(ownerOf({ owner: 'ada' } as Secret).api, [people.open])
  for (const secret of secrets.filter(({ protectedKey, trashed }) => protectedKey ?? trashed)) {
    const { api, agent } = ownerOf(secret)
    if ((await readAll(api, secret)).includes(secret.word)) leaks.push(`${secret.where}: its owner`)
    if (exported.bundle.includes(secret.word)) leaks.push(`${secret.where}: export of its owner`)
    if (exported.qdpx.includes(secret.word)) leaks.push(`${secret.where}: REFI-QDA export of its owner`)
    if ((await readTools(agent, secret)).includes(secret.word))
      leaks.push(`${secret.where}: agent of its owner`)
  }
  // Nor does an agent read what is excluded from AI, or any name.
  for (const secret of secrets.filter(
    ({ where }) => where.startsWith('opted out') || where.endsWith('person'),
  ))
    if ((await readTools(ownerOf(secret).agent, secret)).includes(secret.word))
      leaks.push(`${secret.where}: agent of its owner`)
  expect(leaks).toEqual([])

  await reveal()
  const missed: string[] = []
  const exports = {
    ada: await exportAll(owners.ada?.api ?? '', projectIds),
    stranger: await exportAll(owners.stranger?.api ?? '', projectIds),
  }
  for (const secret of secrets) {
    const { api, agent } = ownerOf(secret)
    if (!(await readAll(api, secret)).includes(secret.word)) missed.push(secret.where)
    if (!exports[secret.owner].bundle.includes(secret.word)) missed.push(`${secret.where}: export`)
    if (!exports[secret.owner].qdpx.includes(secret.word)) missed.push(`${secret.where}: REFI-QDA export`)
    const isFound = (await readTools(agent, secret)).includes(secret.word)
    if (isFound === secret.where.endsWith('person')) missed.push(`${secret.where}: agent`)
  }
  process.stdout.write(
    `seeded secrets=${secrets.length} found=${leaks.length} control=${secrets.length - missed.length}\n`,
  )
  expect(missed).toEqual([])
}, 1_200_000)

/** The control: the same content without anything that hides it. */
async function reveal(): Promise<void> {
  await sql`update project set archived_at = null, deleted_at = null, disable_search_ask_ai = false
    where not is_trash`.execute(app.deps.db)
  for (const { protectedKey } of secrets) if (protectedKey) await removeProtection(app, protectedKey)
  for (const path of new Set(secrets.flatMap(({ trashed }) => trashed ?? []))) {
    const restored = await fetch(`${app.url}/api/v1/developer/${path}/restore`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owners.ada?.api}` },
    })
    expect(restored.status).toBe(200)
  }
}

it('RDR-8 no route shows a person to a key without participant:read', async () => {
  const { user } = people.finn
  const found = await seedSurvey(app, {
    where: 'open',
    projectId: people.open,
    by: people.ada.user,
    owner: 'ada',
  })
  const person = found.find(({ where }) => where === 'open, person')
  if (!person) throw new Error('Nothing was seeded.')
  const scopes = allScopes.filter((scope) => scope !== 'participant:read')
  const without = await fetchToken(app.url, await makeKey(app.deps, user, { scopes }))
  expect(await readAll(without, person)).not.toContain(person.word)
  expect(await readAll(readers['finn']?.api ?? '', person)).toContain(person.word)
})
