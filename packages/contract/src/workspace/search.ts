/** Search in everything the user has access to. */
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
  owner: Type.Enum(['file', 'insight', 'survey', 'media', 'project'], {
    description: 'Kind of record that the hit opens.',
  }),
  key: Type.String({
    description: 'wav_key, insight_key, upload_key, or the id of a media file or project.',
  }),
  name: Type.String(),
  media: orNull(Type.Enum(['audio', 'video', 'document', 'image'])),
  snippet: Snippet,
  start_ms: orNull(Type.Integer({ description: 'Set for a transcript: start of the segment.' })),
  segment: orNull(Type.Integer()),
  page: orNull(Type.Integer({ description: 'Set for a document: page number from 1.' })),
  response_id: orNull(Type.Integer({ description: 'Set for an answer.' })),
  position: orNull(Type.Integer({ description: 'Set for an answer: position of the column.' })),
})
export type SearchHit = Static<typeof SearchHit>

/** Higher counts are reported as this number. */
export const maxSearchCount = 1000

export const searchEverything = defineWorkspaceRoute({
  operationId: 'search.find',
  method: 'GET',
  path: '/search',
  summary: 'Search everything the user has access to',
  description:
    'Without kind, returns the first hits of each kind; with kind, pages of hits. A project that is excluded from searches across projects is searched only with its own project_id.',
  query: Type.Object({
    ...CursorQuery.properties,
    q: Type.String({ maxLength: 500 }),
    kind: Type.Optional(SearchKind),
    project_id: Type.Optional(Type.Integer({ minimum: 1 })),
    created_after: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the record was imported; inclusive.' }),
    ),
    created_before: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
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
      is_partial: Type.Boolean({ description: 'Nothing contains all words; the hits contain some of them.' }),
      hidden_project_count: Type.Integer({
        description: 'Accessible projects that are excluded from this search.',
      }),
      suggestion: orNull(
        Type.String({
          description:
            'If nothing was found: another spelling, of words in texts that the user has access to.',
        }),
      ),
      is_indexing: Type.Boolean({ description: 'Some content of the team is still being indexed.' }),
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
  summary: 'Search names by prefix, for quick navigation',
  query: Type.Object({ q: Type.String({ maxLength: 200 }) }),
  responses: { 200: Type.Object({ hits: Type.Array(QuickHit) }) },
})
