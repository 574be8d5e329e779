import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertReadFile, makeProject, makeReaders, type Readers } from '../../../test/harness/reading.ts'

let app: TestApp
let people: Readers
beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
}, 60_000)
afterAll(() => app.close())

it('PRJ-11 excludes a project with disable_search_ask_ai from searches across projects, not from its own', async () => {
  const { user: by, visitor } = people.ada
  const shown = await makeProject(people.ada, 2)
  const apart = await makeProject(people.ada, 2, { disable_search_ask_ai: true })
  for (const projectId of [shown, apart])
    await insertReadFile(app, { projectId, by }, { pages: ['The okapi was shy'] })
  const projectsFound = async (query: string) => {
    const { hits } = await visitor.read<{ hits: { project: { id: number } }[] }>(`/search?q=okapi${query}`)
    return hits.map(({ project }) => project.id)
  }
  expect(await projectsFound('')).toEqual([shown])
  expect(await projectsFound(`&project_id=${apart}`)).toEqual([apart])
})
