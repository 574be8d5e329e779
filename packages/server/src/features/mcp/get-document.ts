import { maxTextPages } from '@inlet/contract'
import { type Static, Type } from 'typebox'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isSmallId, parseCursor, writeCursor } from '../../platform/http/cursor.ts'
import { listPages } from '../documents/documents.public.ts'
import { type ResultOwner, requireText } from '../results/results.public.ts'
import { Citation, type DocumentSource } from './citation.ts'
import { clipName, createResultSpace, splitText } from './passages.policy.ts'
import { Cursor, defineTool, Key, NextCursor, type ToolContext, toolInput } from './tool.ts'

const Page = Type.Object({
  page: Type.Integer(),
  source: Type.Enum(['text', 'ocr', 'none'], { description: 'none: no text was found on the page.' }),
  text: Type.String(),
  citation: Citation,
})
type Page = Static<typeof Page>

export const getDocument = defineTool({
  name: 'get_document',
  title: 'Get document',
  description:
    'Reads the text of a document, insight or image, page by page. An image is one page with its recognized text. A page longer than 8,000 characters is returned in several passages.',
  input: toolInput({
    key: {
      ...Key,
      description: 'Key from list_materials, or from a citation of the kind document or image.',
    },
    from_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
    cursor: Cursor,
  }),
  output: Type.Object({
    name: Type.String(),
    page_count: Type.Integer(),
    pages: Type.Array(Page),
    next_cursor: NextCursor,
  }),
  async run(context, { key, from_page = 1, cursor }) {
    const place = readPlace(cursor) ?? { page: from_page, offset: 0 }
    const row = await requireAnyText(context.db, context.principal, key)
    const source: DocumentSource = {
      key,
      name: row.name,
      projectId: row.project_id,
      owner: row.owner,
      media: row.media === 'image' ? 'image' : 'document',
    }
    const { pages, next_cursor } = await fitPages(context, source, row.extraction_id, place)
    return { name: clipName(row.name), page_count: row.page_count ?? 0, pages, next_cursor }
  },
})

/** A page, and the first character of it that was not returned yet. */
interface Place {
  page: number
  offset: number
}

function readPlace(cursor: string | undefined): Place | undefined {
  if (!cursor) return undefined
  const [page, offset] = parseCursor(cursor)
  if (!isSmallId(page) || !(offset === 0 || isSmallId(offset))) throw new AppError('invalid_cursor')
  return { page, offset }
}

/** Keys of files and insights look the same; a key that is neither is reported as an unknown file. */
async function requireAnyText(db: Db, principal: Principal, key: string) {
  const read = (owner: ResultOwner['owner']) => requireText(db, principal, { owner, key })
  try {
    return await read('file')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'file_not_found') throw error
    return read('insight').catch((other: unknown) => {
      throw other instanceof AppError && other.code === 'insight_not_found' ? error : other
    })
  }
}

async function fitPages(
  { db, citations }: ToolContext,
  source: DocumentSource,
  extractionId: number | null,
  from: Place,
) {
  const space = createResultSpace()
  const pages: Page[] = []
  if (extractionId === null) return { pages, next_cursor: null }
  for (let next = from.page; ; next += maxTextPages) {
    const batch = await listPages(db, extractionId, next, maxTextPages)
    for (const { number, source: origin, text } of batch)
      for (const span of splitText(text, number === from.page ? from.offset : 0)) {
        const citation = citations.page(source, number, span)
        const page = { page: number, source: origin, text: span.text, citation }
        if (!space.add(page)) return { pages, next_cursor: writeCursor([number, span.start]) }
        pages.push(page)
      }
    if (batch.length < maxTextPages) return { pages, next_cursor: null }
  }
}
