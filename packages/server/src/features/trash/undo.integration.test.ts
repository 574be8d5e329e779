/** What people do to many imports at once, and its undo: the calls that the workspace makes. */
import { roles } from '@inlet/contract'
import type { ImportRecord } from '@inlet/contract/workspace'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { rounds } from '../../../test/harness/full.ts'
import { insertReadFile, insertReadInsight, insertRecordingFile } from '../../../test/harness/reading.ts'
import { seedSurvey } from '../../../test/harness/seeded-secrets.ts'
import { makeVisitor } from '../../../test/harness/visitors.ts'

type Undo = () => Promise<void>

let app: TestApp
let admin: Awaited<ReturnType<typeof makeVisitor>>
let projects: number[]
/** Imports of every kind, by path. */
let paths: string[]

async function makeProject(name: string): Promise<number> {
  const answer = await admin.visitor.post('/projects', { name, project_share_preference: 2 })
  return ((await answer.json()) as { id: number }).id
}

beforeAll(async () => {
  app = await startTestApp({ INLET_SESSION_CALLS_PER_MINUTE: '100000' })
  admin = await makeVisitor(app, { role: roles.admin })
  projects = [await makeProject('One'), await makeProject('Two'), await makeProject('Drei')]
  const place = { projectId: projects[0] ?? 0, by: admin.user }
  const spoken = [{ startMs: 0, text: 'words' }]
  const [survey] = await seedSurvey(app, { where: 'survey', ...place, owner: 'ada' })
  paths = [
    `/imports/file/${await insertReadFile(app, place, { pages: ['words'], name: 'Größe.pdf' })}`,
    `/imports/file/${await insertReadFile(app, place, { pages: ['words'], name: 'notes.pdf' })}`,
    `/imports/file/${(await insertRecordingFile(app, place, spoken, { name: 'talk.mp4' })).key}`,
    `/imports/insight/${await insertReadInsight(app, place, { pages: ['words'], name: 'insight.pdf' })}`,
    `/imports/survey/${survey?.params['upload_key']}`,
  ]
}, 120_000)
afterAll(() => app.close())

const tables = [
  'file',
  'insight',
  'survey',
  'survey_media',
  'response',
  'respondent',
  'participant_respondent',
]
/** That and when a record was changed, and what it was imported as, does not go back. */
const kept = new Set(['version', 'updated_at', 'first_name', 'first_project_id'])

async function snapshot(): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {}
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)} order by 1, 2`.execute(app.deps.db)
    found[table] = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !kept.has(column))),
    )
  }
  return found
}

const recordOf = (path: string) => admin.visitor.read<ImportRecord>(`${path}/record`)

async function send(method: string, path: string, body?: object, etag?: string): Promise<Response> {
  const answer = await admin.visitor.call(method, path, body, etag === undefined ? {} : { 'if-match': etag })
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
  return answer
}

async function deleteAll(chosen: readonly string[]): Promise<Undo> {
  await Promise.all(chosen.map((path) => send('DELETE', path)))
  return async () => {
    await Promise.all(chosen.map((path) => send('POST', `${path}/restore`)))
  }
}

async function moveAll(chosen: readonly string[], target: number): Promise<Undo> {
  const before = await Promise.all(chosen.map(async (path) => ({ path, ...(await recordOf(path)) })))
  const move = (path: string, projectId: number) => send('PATCH', path, { project_id: projectId })
  await Promise.all(chosen.map((path) => move(path, target)))
  return async () => {
    await Promise.all(before.map(({ path, project_id: projectId }) => move(path, projectId)))
  }
}

async function rename(path: string, words: string): Promise<Undo> {
  const { name, etag } = await recordOf(path)
  const [extension = ''] = /\.\w+$/.exec(name) ?? []
  await send('PATCH', path, { name: `${words}${extension}` }, etag)
  return async () => {
    await send('PATCH', path, { name }, (await recordOf(path)).etag)
  }
}

it('restores the exact state when it is undone in reverse', { timeout: 600_000 }, async () => {
  const action = fc.record({
    what: fc.constantFrom('delete', 'move', 'rename'),
    places: fc.uniqueArray(fc.nat(paths.length - 1), { minLength: 1 }),
    target: fc.nat(projects.length - 1),
    words: fc.stringMatching(/^[\p{L}\d]{1,20}$/u),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 5 }), async (actions) => {
      const deleted = new Set<string>()
      const undo: Undo[] = []
      for (const { what, places, target, words } of actions) {
        const chosen = places.map((place) => paths[place] ?? '').filter((path) => !deleted.has(path))
        const [first] = chosen
        if (first === undefined) continue
        const before = await snapshot()
        const isDeletion = what === 'delete'
        if (isDeletion) for (const path of chosen) deleted.add(path)
        const back = isDeletion
          ? await deleteAll(chosen)
          : what === 'move'
            ? await moveAll(chosen, projects[target] ?? 0)
            : await rename(first, words)
        undo.unshift(async () => {
          await back()
          expect(await snapshot()).toEqual(before)
        })
      }
      for (const run of undo) await run()
    }),
    { numRuns: rounds(15, 200) },
  )
})
