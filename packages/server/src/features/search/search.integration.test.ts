/** Search across projects, and its access rules. */
import type { QuickHit, SearchHit } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import {
  insertReadFile,
  insertReadInsight,
  insertRecordingFile,
  makeProject,
  makeReaders,
  type Reader,
  type Readers,
} from '../../../test/harness/reading.ts'
import { enqueueUnindexed } from '../search-index/search-index.public.ts'

interface Found {
  hits: SearchHit[]
  counts: Record<string, number>
  next_cursor: string | null
  hidden_project_count: number
}

let app: TestApp
let people: Readers
let apart: number

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  const by = people.ada.user
  const open = { projectId: people.open, by }
  const closed = { projectId: people.closed, by }
  apart = await makeProject(people.ada, 2, { disable_search_ask_ai: true })
  await insertReadFile(app, open, { pages: ['Intro', 'The giraffe was slow'], name: 'giraffe-notes.pdf' })
  await insertReadFile(app, open, {
    kind: 'image',
    name: 'zoo.png',
    extension: 'png',
    pages: ['GIRAFFES ahead'],
  })
  await insertReadFile(app, closed, { pages: ['A giraffe in private'] })
  await insertReadFile(app, { projectId: apart, by }, { pages: ['A giraffe apart'] })
  await insertReadInsight(app, open, {
    pages: ['A giraffe in a draft'],
    isDraft: true,
    name: 'giraffe draft.pdf',
  })
  await insertRecordingFile(app, open, [
    { startMs: 0, text: 'Welcome' },
    { startMs: 742_000, text: 'I saw a giraffe <b>there</b>' },
  ])
}, 60_000)
afterAll(() => app.close())

const find = ({ visitor }: Reader, query: string) => visitor.read<Found>(`/search?${query}`)

describe('search', () => {
  it('finds the position in a recording, the page and the image', async () => {
    const { hits, counts } = await find(people.finn, 'q=giraffe')
    expect(counts).toEqual({ transcript: 1, document: 1, image: 1, answer: 0, name: 1 })
    expect(hits.map(({ kind, page, start_ms }) => ({ kind, page, start_ms }))).toEqual([
      { kind: 'transcript', page: null, start_ms: 742_000 },
      { kind: 'document', page: 2, start_ms: null },
      { kind: 'image', page: null, start_ms: null },
      { kind: 'name', page: null, start_ms: null },
    ])
    const [said] = hits
    expect(said?.snippet).toEqual({
      text: 'I saw a giraffe <b>there</b>',
      highlights: [{ start: 8, end: 15 }],
      is_cut_before: false,
      is_cut_after: false,
    })
  })

  it('shows owners their private projects and drafts', async () => {
    const { counts, hidden_project_count } = await find(people.ada, 'q=giraffe')
    expect(counts).toMatchObject({ document: 3, name: 2 })
    expect(hidden_project_count).toBe(1)
    expect((await find(people.stranger, 'q=giraffe')).counts).toMatchObject({
      transcript: 0,
      document: 0,
      name: 0,
    })
    expect((await people.anonymous.get('/search?q=giraffe')).status).toBe(401)
    expect((await people.anonymous.get('/search/names?q=giraffe')).status).toBe(401)
  })

  it('searches an excluded project only when it is selected', async () => {
    expect((await find(people.finn, `q=giraffe&project_id=${apart}`)).counts).toMatchObject({ document: 1 })
    for (const id of [people.closed, 999_999_999])
      expect((await people.finn.visitor.get(`/search?q=giraffe&project_id=${id}`)).status).toBe(404)
    expect((await people.finn.visitor.get('/search?q=giraffe&project_id=x')).status).toBe(400)
  })

  it('pages through one kind', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Found = await find(
        people.ada,
        `q=giraffe&kind=document&limit=1${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.hits.map(({ key }) => key))
      cursor = page.next_cursor
    }
    expect(new Set(seen).size).toBe(3)
    expect((await people.ada.visitor.get('/search?q=giraffe&kind=x')).status).toBe(400)
    for (const q of ['', '%00', '%27%22%5C%3A*%20%26%20!', '-', '検索'])
      expect((await find(people.ada, `q=${q}`)).hits, q).toEqual([])
  })

  it('enqueues indexing of texts that were extracted before the index existed', async () => {
    await sql`update extraction set indexed_at = null where id = (select min(id) from extraction)`.execute(
      app.deps.db,
    )
    expect(await enqueueUnindexed(app.deps)).toBe(1)
    expect(await enqueueUnindexed(app.deps)).toBe(0)
  })
})

describe('names', () => {
  it('are found by word prefixes', async () => {
    const names = async ({ visitor }: Reader, q: string) =>
      (await visitor.read<{ hits: QuickHit[] }>(`/search/names?q=${q}`)).hits.map(({ name }) => name).sort()
    expect(await names(people.finn, 'gir')).toEqual(['giraffe-notes.pdf'])
    expect(await names(people.finn, 'notes')).toEqual(['giraffe-notes.pdf', 'notes.pdf'])
    expect(await names(people.ada, 'gir')).toEqual(['giraffe draft.pdf', 'giraffe-notes.pdf'])
    expect(await names(people.finn, 'project')).toEqual(['Project 2', 'Project 2'])
    expect(await names(people.stranger, 'gir')).toEqual([])
  })
})
