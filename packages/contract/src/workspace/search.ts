/** Search over everything one can open. */
import { type Static, Type } from 'typebox'
import { CursorQuery } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { Count, orNull, ProjectName, Snippet } from './shapes.ts'

export const searchKinds = ['transcript', 'document', 'image', 'answer', 'name'] as const
export const SearchKind = Type.Enum(searchKinds)
export type SearchKind = Static<typeof SearchKind>

export const SearchHit = Type.Object({
  kind: SearchKind,
  project: ProjectName,
  owner: Type.Enum(['file', 'insight', 'survey', 'media', 'project'], { description: 'What it opens.' }),
  key: Type.String({ description: 'wav_key, insight_key, upload_key, id of media or of a project.' }),
  name: Type.String(),
  media: orNull(Type.Enum(['audio', 'video', 'document', 'image'])),
  snippet: Snippet,
  start_ms: orNull(Type.Integer({ description: 'Of a transcript: where it is said.' })),
  segment: orNull(Type.Integer()),
  page: orNull(Type.Integer({ description: 'Of a document, from 1.' })),
  response_id: orNull(Type.Integer({ description: 'Of an answer.' })),
  position: orNull(Type.Integer({ description: 'Of an answer: the column.' })),
})
export type SearchHit = Static<typeof SearchHit>

/** More than this is told as this. */
export const maxSearchCount = 1000

export const searchEverything = defineWorkspaceRoute({
  operationId: 'search.find',
  method: 'GET',
  path: '/search',
  summary: 'Where words stand, in everything one can open',
  description:
    'Without kind, the first few hits of each; with kind, page by page. A project that keeps itself out of searches over several projects is searched only by its own project_id.',
  query: Type.Object({
    ...CursorQuery.properties,
    q: Type.String({ maxLength: 500 }),
    kind: Type.Optional(SearchKind),
    project_id: Type.Optional(Type.Integer()),
  }),
  responses: {
    200: Type.Object({
      hits: Type.Array(SearchHit),
      counts: Type.Object({
        transcript: Count,
        document: Count,
        image: Count,
        answer: Count,
        name: Count,
      }),
      next_cursor: orNull(Type.String()),
      hidden_project_count: Type.Integer({
        description: 'Open projects that keep themselves out of this search.',
      }),
      is_indexing: Type.Boolean({ description: 'Something of the team is still being prepared for search.' }),
    }),
  },
})

export const QuickHit = Type.Object({
  owner: Type.Enum(['file', 'insight', 'survey', 'project', 'participant']),
  key: Type.String(),
  name: Type.String(),
  project: orNull(ProjectName),
  media: orNull(Type.Enum(['audio', 'video', 'document', 'image'])),
})
export type QuickHit = Static<typeof QuickHit>

export const searchNames = defineWorkspaceRoute({
  operationId: 'search.names',
  method: 'GET',
  path: '/search/names',
  summary: 'Names that begin like this, for jumping',
  query: Type.Object({ q: Type.String({ maxLength: 200 }) }),
  responses: { 200: Type.Object({ hits: Type.Array(QuickHit) }) },
})
