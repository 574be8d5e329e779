/** Materials, documents, images and their content over HTTP. */
import type { Material, WorkspaceDocument, WorkspaceImage } from '@inlet/contract/workspace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import {
  expectClosed,
  insertReadFile,
  insertReadInsight,
  insertRecordingFile,
  makeReaders,
  type Readers,
} from '../../../test/harness/reading.ts'

const closedToAll = [401, 404, 404]
const pages = ['The export was slow for us.', '', 'Nothing here.', `${'word '.repeat(100)}export again <b>`]

let app: TestApp
let people: Readers
let document: string
let closedDocument: string
let image: string
let draft: string

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  const by = people.ada.user
  const open = { projectId: people.open, by }
  document = await insertReadFile(app, open, { pages })
  closedDocument = await insertReadFile(app, { projectId: people.closed, by }, { pages })
  image = await insertReadFile(app, open, {
    kind: 'image',
    name: 'board.png',
    extension: 'png',
    pages: ['Roadmap'],
    content: 'PNG bytes',
  })
  draft = await insertReadInsight(app, open, { pages: ['secret plans'], isDraft: true })
  await insertRecordingFile(app, open, [{ startMs: 0, text: 'Hello there' }])
})
afterAll(() => app.close())

describe('materials', () => {
  it('list the accessible content of a project, newest first, page by page', async () => {
    const names: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { materials: Material[]; next_cursor: string | null } = await people.finn.visitor.read(
        `/imports/materials?project_id=${people.open}&limit=1${cursor && `&cursor=${cursor}`}`,
      )
      names.push(...page.materials.map(({ name }) => name))
      cursor = page.next_cursor
    }
    expect(names).toEqual(['interview.mp4', 'board.png', 'notes.pdf'])
    const own = await people.ada.visitor.read<{ materials: Material[] }>(
      `/imports/materials?project_id=${people.open}&kind=insight`,
    )
    expect(own.materials).toMatchObject([{ name: 'report.pdf', is_draft: true, page_count: 1 }])
  })

  it('are not found without access', async () => {
    const path = (id: number) => `/imports/materials?project_id=${id}`
    expect(await expectClosed(people, path(people.open), path(people.closed))).toEqual(closedToAll)
  })
})

describe('a document', () => {
  it('reports its pages, pages without text, and its content path', async () => {
    const found = await people.finn.visitor.read<WorkspaceDocument>(`/documents/file/${document}`)
    expect(found).toMatchObject({
      name: 'notes.pdf',
      status: 'ready',
      page_count: 4,
      pages_without_text: [2],
      pages_without_text_count: 1,
      notices: [{ code: 'ocr_incomplete' }],
      viewer_path: `/api/v1/workspace/content/file/${document}/viewer`,
    })
    const original = await fetch(found.original_url ?? '')
    expect(original.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  it('is not found without access, and a draft only by its creator', async () => {
    for (const rest of ['', '/pages', '/search?q=export'])
      expect(
        await expectClosed(
          people,
          `/documents/file/${document}${rest}`,
          `/documents/file/${closedDocument}${rest}`,
        ),
      ).toEqual(closedToAll)
    expect((await people.finn.visitor.get(`/documents/insight/${draft}`)).status).toBe(404)
    expect((await people.ada.visitor.get(`/documents/insight/${draft}`)).status).toBe(200)
    for (const path of ['/documents/file/x', `/documents/other/${document}`, `/documents/file/${image}`])
      expect((await people.ada.visitor.get(path)).status, path).toBe(404)
  })

  it('is searched page by page, with match ranges and no HTML', async () => {
    const found = await people.finn.visitor.read<{
      hits: { page: number; snippet: { text: string; highlights: { start: number; end: number }[] } }[]
      count: number
      is_indexed: boolean
    }>(`/documents/file/${document}/search?q=export`)
    expect(found).toMatchObject({ count: 2, is_indexed: true })
    expect(found.hits.map(({ page }) => page)).toEqual([1, 4])
    for (const { snippet } of found.hits) {
      const [first] = snippet.highlights
      expect(snippet.text.slice(first?.start, first?.end)).toBe('export')
      expect(snippet.text.length).toBeLessThan(400)
    }
    expect(await people.finn.visitor.read(`/documents/file/${document}/search?q=`)).toMatchObject({
      count: 0,
    })
    expect(await people.finn.visitor.read(`/documents/file/${document}/pages?from=3&limit=1`)).toEqual({
      pages: [{ number: 3, source: 'text', text: 'Nothing here.' }],
      page_count: 4,
    })
  })
})

describe('an image', () => {
  it('has its text and content', async () => {
    const found = await people.finn.visitor.read<WorkspaceImage>(`/documents/images/${image}`)
    expect(found).toMatchObject({ text: 'Roadmap', width: 640, height: 480 })
    const bytes = await people.finn.visitor.get(`/content/file/${image}/image`)
    expect(bytes.headers.get('content-type')).toBe('image/png')
    expect(await bytes.text()).toBe('PNG bytes')
    expect(
      await expectClosed(people, `/documents/images/${image}`, `/documents/images/${closedDocument}`),
    ).toEqual(closedToAll)
  })
})

describe('content', () => {
  const get = (headers: Record<string, string>) =>
    people.finn.visitor.call('GET', `/content/file/${document}/viewer`, undefined, headers)

  it('is served whole, in ranges, and as 304 when unchanged', async () => {
    const whole = await get({})
    expect(whole.status).toBe(200)
    expect(await whole.text()).toBe('%PDF-1.7 0123456789')
    const etag = whole.headers.get('etag') ?? ''
    const part = await get({ range: 'bytes=5-7' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 5-7/19')
    expect(part.headers.get('content-length')).toBe('3')
    expect(await part.text()).toBe('1.7')
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    const beyond = await get({ range: 'bytes=100-' })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe('bytes */19')
    expect((await get({ range: 'bytes=5-7', 'if-range': '"old"' })).status).toBe(200)
  })

  it('is sandboxed when opened directly', async () => {
    const { headers } = await get({})
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('is not found without access', async () => {
    const path = (key: string) => `/content/file/${key}/viewer`
    expect(await expectClosed(people, path(document), path(closedDocument))).toEqual(closedToAll)
    expect((await people.finn.visitor.get(`/content/insight/${draft}/viewer`)).status).toBe(404)
    for (const other of [
      '/content/file/x/viewer',
      `/content/file/${document}/rendition`,
      `/content/file/${document}/x`,
    ])
      expect((await people.ada.visitor.get(other)).status, other).toBe(404)
  })
})
