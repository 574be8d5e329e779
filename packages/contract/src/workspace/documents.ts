/** Documents, whether they came as a file or as an insight, and images. */
import { type Static, Type } from 'typebox'
import { ImportStatus } from './imports.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { ContentPath, Count, orNull, ProjectName, Sentence, Snippet, Time } from './shapes.ts'

export const DocumentOwner = Type.Enum(['file', 'insight'])
export type DocumentOwner = Static<typeof DocumentOwner>

const DocumentParams = Type.Object({
  owner: Type.String({ description: 'file or insight' }),
  key: Type.String({ description: 'wav_key or insight_key' }),
})

/** What documents and images have in common. */
const readFile = {
  owner: DocumentOwner,
  key: Type.String(),
  name: Type.String(),
  extension: Type.String(),
  project: ProjectName,
  status: ImportStatus,
  failure: orNull(Sentence),
  notices: Type.Array(Sentence),
  created_at: Time,
  bytes: orNull(Count),
  thumbnail_path: orNull(ContentPath),
  original_url: orNull(
    Type.String({ format: 'uri', description: 'Saves what was uploaded; works for a short time.' }),
  ),
}

export const WorkspaceDocument = Type.Object({
  ...readFile,
  is_draft: Type.Boolean(),
  page_count: orNull(Count),
  pages_without_text: Type.Array(Type.Integer(), { description: 'Page numbers from 1; at most 1,000.' }),
  pages_without_text_count: Count,
  viewer_path: orNull(Type.String({ description: 'The PDF to show, on this origin, with ranges.' })),
})
export type WorkspaceDocument = Static<typeof WorkspaceDocument>

export const getDocument = defineWorkspaceRoute({
  operationId: 'documents.get',
  method: 'GET',
  path: '/documents/{owner}/{key}',
  summary: 'One document with where to load it from',
  params: DocumentParams,
  responses: { 200: WorkspaceDocument },
})

export const DocumentPage = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  source: Type.Enum(['text', 'ocr', 'none'], { description: 'none: nothing could be read on it.' }),
  text: Type.String(),
})
export type DocumentPage = Static<typeof DocumentPage>

export const listDocumentPages = defineWorkspaceRoute({
  operationId: 'documents.listPages',
  method: 'GET',
  path: '/documents/{owner}/{key}/pages',
  summary: 'The text of pages, in order',
  params: DocumentParams,
  query: Type.Object({
    from: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'First page.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
  responses: { 200: Type.Object({ pages: Type.Array(DocumentPage), page_count: Count }) },
})

export const DocumentHit = Type.Object({ page: Type.Integer({ minimum: 1 }), snippet: Snippet })
export type DocumentHit = Static<typeof DocumentHit>

export const searchDocument = defineWorkspaceRoute({
  operationId: 'documents.search',
  method: 'GET',
  path: '/documents/{owner}/{key}/search',
  summary: 'Pages of one document on which words stand, in order of the pages',
  description:
    'One hit a page. count is that of pages. is_indexed false: its words are still being prepared.',
  params: DocumentParams,
  query: Type.Object({ ...CursorQuery.properties, q: Type.String() }),
  responses: {
    200: Type.Object({
      ...cursorPageOf('hits', DocumentHit).properties,
      count: Count,
      is_indexed: Type.Boolean(),
    }),
  },
})

export const WorkspaceImage = Type.Object({
  ...readFile,
  width: orNull(Count),
  height: orNull(Count),
  text: Type.String({ description: 'What was read in it; empty when there is no readable text.' }),
  content_path: orNull(Type.String({ description: 'null for a picture that browsers do not show.' })),
})
export type WorkspaceImage = Static<typeof WorkspaceImage>

export const getImage = defineWorkspaceRoute({
  operationId: 'images.get',
  method: 'GET',
  path: '/images/{wav_key}',
  summary: 'One image with the text that was read in it',
  params: Type.Object({ wav_key: Type.String() }),
  responses: { 200: WorkspaceImage },
})
