/** Documents, whether imported as a file or as an insight, and images. */
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

/** Fields shared by documents and images. */
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
    Type.String({ format: 'uri', description: 'Downloads the original; valid for a short time.' }),
  ),
}

export const WorkspaceDocument = Type.Object({
  ...readFile,
  is_draft: Type.Boolean(),
  page_count: orNull(Count),
  pages_without_text: Type.Array(Type.Integer(), { description: 'Page numbers from 1; at most 1,000.' }),
  pages_without_text_count: Count,
  viewer_path: orNull(
    Type.String({ description: 'Path of the viewer PDF on this origin; supports ranges.' }),
  ),
})
export type WorkspaceDocument = Static<typeof WorkspaceDocument>

export const getDocument = defineWorkspaceRoute({
  operationId: 'documents.get',
  method: 'GET',
  path: '/documents/{owner}/{key}',
  summary: 'Get one document',
  params: DocumentParams,
  responses: { 200: WorkspaceDocument },
})

export const DocumentPage = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  source: Type.Enum(['text', 'ocr', 'none'], { description: 'none: no text could be read.' }),
  text: Type.String(),
})
export type DocumentPage = Static<typeof DocumentPage>

export const listDocumentPages = defineWorkspaceRoute({
  operationId: 'documents.listPages',
  method: 'GET',
  path: '/documents/{owner}/{key}/pages',
  summary: 'List the text of pages, in order',
  params: DocumentParams,
  query: Type.Object({
    from: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'First page.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
  responses: { 200: Type.Object({ pages: Type.Array(DocumentPage), page_count: Count }) },
})

export const DocumentHit = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  match_count: Type.Integer({ minimum: 1, description: 'Matches on the page; at most 1,000.' }),
  snippet: Snippet,
})
export type DocumentHit = Static<typeof DocumentHit>

export const searchDocument = defineWorkspaceRoute({
  operationId: 'documents.search',
  method: 'GET',
  path: '/documents/{owner}/{key}/search',
  summary: 'Search the pages of one document, in page order',
  description:
    'One hit per page; count is the number of pages. is_indexed false: the document is still being indexed.',
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
  text: Type.String({ description: 'Text recognized in the image; empty if there is none.' }),
  content_path: orNull(
    Type.String({ description: 'null for an image format that browsers do not support.' }),
  ),
})
export type WorkspaceImage = Static<typeof WorkspaceImage>

export const getImage = defineWorkspaceRoute({
  operationId: 'documents.getImage',
  method: 'GET',
  path: '/documents/images/{wav_key}',
  summary: 'Get one image with its recognized text',
  params: Type.Object({ wav_key: Type.String() }),
  responses: { 200: WorkspaceImage },
})
