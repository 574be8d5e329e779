import { Type } from 'typebox'
import { AppError, invalidField } from '../../platform/errors.ts'
import { isId, parseCursor, writeCursor } from '../../platform/http/cursor.ts'
import { type PassageRow, searchPassages } from '../search/search.public.ts'
import { findHighlights } from '../search-index/search-index.public.ts'
import { nameWithoutPeople } from '../surveys/surveys.public.ts'
import { Citation, type Citations, CitedKind, citedKinds } from './citation.ts'
import { excerptOf, fitRows, type Span } from './passages.policy.ts'
import { Cursor, defineTool, NextCursor, toolInput } from './tool.ts'

const defaultLimit = 20
const maxLimit = 50
const maxProjects = 100

export const search = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Searches transcripts, documents, images and open answers of surveys for words. Words are found in all their forms. If nothing contains all of them, passages with some of them are returned (is_partial); "quotation marks" find an exact phrase, a leading - excludes a word, and the word "or" between two words finds either. Returns passages with citations.',
  input: toolInput({
    query: Type.String({ minLength: 1, maxLength: 500 }),
    project_ids: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: maxProjects }),
    ),
    kinds: Type.Optional(Type.Array(CitedKind, { minItems: 1, maxItems: citedKinds.length })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit })),
    cursor: Cursor,
  }),
  output: Type.Object({
    passages: Type.Array(Type.Object({ text: Type.String(), citation: Citation })),
    is_partial: Type.Boolean({ description: 'No passage contains all words; these contain some of them.' }),
    next_cursor: NextCursor,
  }),
  async run({ principal, runSearch, citations }, args) {
    const { query, project_ids: projectIds, kinds = citedKinds, limit = defaultLimit } = args
    if (query.trim() === '') throw invalidField('query', 'must contain a word')
    const from = readOffset(args.cursor)
    const {
      rows,
      hasMore,
      isPartial,
      shown: words,
    } = await runSearch(principal, (tx) =>
      searchPassages({ db: tx }, principal, { query, projectIds, kinds, from, limit }),
    )
    const passages = rows.map(({ row }) => viewPassage(citations, row, words))
    const shown = fitRows(passages)
    // Counted in matches, of which a passage may have vanished since it was found.
    const next =
      shown.length < passages.length ? rows[shown.length]?.index : hasMore ? from + limit : undefined
    return {
      passages: shown,
      is_partial: isPartial,
      next_cursor: next === undefined ? null : writeCursor([next]),
    }
  },
})

function readOffset(cursor: string | undefined): number {
  if (!cursor) return 0
  const [offset] = parseCursor(cursor)
  if (!isId(offset)) throw new AppError('invalid_cursor')
  return offset
}

function viewPassage(citations: Citations, row: PassageRow, words: string) {
  const span = excerptOf(row.text, findHighlights(row.text, words, 1)[0])
  return { text: span.text, citation: cite(citations, row, span) }
}

function cite(citations: Citations, row: PassageRow, span: Span): Citation {
  const name = row.owner === 'media' ? nameWithoutPeople(row.record_key, row.name) : row.name
  const source = { key: row.record_key, name, projectId: row.project_id }
  if (row.kind === 'answer')
    return citations.answer(source, { responseId: row.item, position: row.position }, span)
  if (row.kind === 'transcript') {
    const owner = row.owner === 'media' ? 'media' : 'file'
    const times = { startMs: row.start_ms ?? 0, endMs: row.end_ms ?? 0 }
    return citations.line({ ...source, owner, urlKey: row.key }, times, span)
  }
  const owner = row.owner === 'insight' ? 'insight' : 'file'
  return citations.page({ ...source, owner, media: row.kind }, row.item, span)
}
