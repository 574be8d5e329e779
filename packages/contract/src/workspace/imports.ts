/** Files, insights and surveys as one list, with status, progress and errors. */
import { type Static, Type } from 'typebox'
import { FileStage } from '../import/files.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { ContentPath, Count, orNull } from './shapes.ts'

const Time = Type.String({ format: 'date-time' })

export const ImportKind = Type.Enum(['file', 'insight', 'survey'])
export type ImportKind = Static<typeof ImportKind>

/** waiting: files have to be uploaded again. An import that was never completed is not listed. */
export const ImportStatus = Type.Enum(['waiting', 'working', 'ready', 'failed'])
export type ImportStatus = Static<typeof ImportStatus>

export const importFilters = ['needs_attention', 'working', 'done', 'all'] as const
export const ImportFilter = Type.Enum(importFilters)
export type ImportFilter = Static<typeof ImportFilter>

const Sentence = Type.Object({
  code: Type.String({ description: 'Stable code.' }),
  message: Type.String({ description: 'For people: what happened, why, and what to do.' }),
})

export const Import = Type.Object({
  kind: ImportKind,
  key: Type.String({ description: 'wav_key, insight_key or upload_key, by kind.' }),
  name: Type.String(),
  media: orNull(Type.Enum(['audio', 'video', 'document', 'image'])),
  project: Type.Object({ id: Type.Integer(), name: Type.String() }),
  status: ImportStatus,
  is_draft: Type.Boolean({ description: 'An insight that only its creator can see.' }),
  progress: orNull(
    Type.Object({
      stage: FileStage,
      percent: Type.Integer(),
      seconds_left: orNull(Type.Integer()),
    }),
  ),
  parts: orNull(
    Type.Object(
      { done: Type.Integer(), total: Type.Integer() },
      { description: 'Only for surveys, whose parts are saved one by one.' },
    ),
  ),
  failure: orNull(Sentence),
  notices: Type.Array(Sentence, { description: 'Limitations of a ready import.' }),
  imported_by: Type.Object({
    user_id: Type.Integer(),
    name: Type.String({ description: 'The person, or the user responsible for the API key.' }),
    key_name: orNull(Type.String({ description: 'Name of the API key, if a program did it.' })),
  }),
  created_at: Time,
  started_at: orNull(Time),
  completed_at: orNull(Time),
})
export type Import = Static<typeof Import>

export const listImports = defineWorkspaceRoute({
  operationId: 'imports.list',
  method: 'GET',
  path: '/imports',
  summary: 'List the imports of accessible projects, newest first',
  query: Type.Object({
    ...CursorQuery.properties,
    filter: Type.Optional(ImportFilter),
    project_id: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  responses: { 200: cursorPageOf('imports', Import) },
})

/** Higher counts are reported as this number: a badge needs no more, and counting further would be slow. */
export const maxImportCount = 1000

export const countImports = defineWorkspaceRoute({
  operationId: 'imports.count',
  method: 'GET',
  path: '/imports/count',
  summary: 'Count the imports that need attention and those in progress',
  query: Type.Object({ project_id: Type.Optional(Type.Integer({ minimum: 1 })) }),
  responses: { 200: Type.Object({ needs_attention: Type.Integer(), working: Type.Integer() }) },
})

export const ImportStep = Type.Object({
  name: Type.Enum(['received', 'stored', 'converted', 'read', 'transcribed', 'protected', 'ready']),
  state: Type.Enum(['done', 'current', 'ahead', 'failed']),
  at: orNull(Time),
})
export type ImportStep = Static<typeof ImportStep>

export const LiveJob = Type.Object({
  attempt: Type.Integer({ description: 'From 1.' }),
  max_attempts: Type.Integer(),
  is_running: Type.Boolean(),
  next_attempt_at: orNull(
    Type.String({ format: 'date-time', description: 'Set while it waits for a retry.' }),
  ),
})
export type LiveJob = Static<typeof LiveJob>

const ImportParams = Type.Object({ kind: Type.String(), key: Type.String() })

export const getImport = defineWorkspaceRoute({
  operationId: 'imports.get',
  method: 'GET',
  path: '/imports/{kind}/{key}',
  summary: 'Get one import with its steps',
  params: ImportParams,
  responses: {
    200: Type.Object({
      ...Import.properties,
      steps: Type.Array(ImportStep),
      job: orNull(LiveJob),
      original_url: orNull(
        Type.String({
          format: 'uri',
          description: 'Serves the original without credentials, for a short time.',
        }),
      ),
    }),
  },
})

/** Files of one call; a folder with more needs several. */
export const maxComparedFiles = 500

export const Duplicate = Type.Object({
  sha256: Type.String(),
  kind: ImportKind,
  key: Import.properties.key,
  name: Type.String(),
  media: Import.properties.media,
  project: Import.properties.project,
  created_at: Time,
})
export type Duplicate = Static<typeof Duplicate>

export const findDuplicates = defineWorkspaceRoute({
  operationId: 'imports.findDuplicates',
  method: 'POST',
  path: '/imports/duplicates',
  summary: 'Find accessible files and insights with the content of files that are about to be uploaded',
  description:
    'Compares only with what the caller can open, and not with protected originals. Send sizes first, and hashes only of the files whose size is returned.',
  body: Type.Object({
    project_id: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Duplicates in this project are preferred.' }),
    ),
    files: Type.Array(
      Type.Object({
        size_bytes: Type.Integer({ minimum: 1 }),
        sha256: Type.Optional(
          Type.String({
            pattern: '^[0-9a-f]{64}$',
            description: 'In hexadecimal. Without it, only the size is compared.',
          }),
        ),
      }),
      { minItems: 1, maxItems: maxComparedFiles },
    ),
  }),
  responses: {
    200: Type.Object({
      sizes: Type.Array(Type.Integer(), { description: 'Sizes without a hash that an import has, too.' }),
      duplicates: Type.Array(Duplicate, { description: 'One for each hash, the newest.' }),
    }),
  },
})

/** Materials: the imports of one project, with the details its page shows. */
export const materialKinds = ['audio', 'video', 'document', 'image', 'insight', 'survey'] as const
export const MaterialKind = Type.Enum(materialKinds)
export type MaterialKind = Static<typeof MaterialKind>

/** `recording`: audio and video. */
export const MaterialGroup = Type.Enum([...materialKinds, 'recording'])
export type MaterialGroup = Static<typeof MaterialGroup>

export const materialSorts = [
  '-created_at',
  'created_at',
  'name',
  '-name',
  '-size',
  'size',
  '-duration',
  'duration',
] as const
export const MaterialSort = Type.Enum(materialSorts, {
  description: 'A leading minus is descending. What has no size or duration counts as 0.',
})
export type MaterialSort = Static<typeof MaterialSort>

export const Material = Type.Object({
  ...Import.properties,
  thumbnail_path: orNull(ContentPath),
  page_count: orNull(Count),
  duration_ms: orNull(Count),
  response_count: orNull(Count),
  size_bytes: orNull(Count),
})
export type Material = Static<typeof Material>

export const listMaterials = defineWorkspaceRoute({
  operationId: 'imports.listMaterials',
  method: 'GET',
  path: '/imports/materials',
  summary: 'List the files, insights and surveys of one project, by default newest first',
  query: Type.Object({
    ...CursorQuery.properties,
    project_id: Type.Integer({ minimum: 1 }),
    kind: Type.Optional(MaterialGroup),
    filter: Type.Optional(ImportFilter),
    imported_by: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The person, or the user responsible for the API key.' }),
    ),
    created_after: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
    created_before: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
    sort: Type.Optional(MaterialSort),
  }),
  responses: { 200: cursorPageOf('materials', Material) },
})

export const listImporters = defineWorkspaceRoute({
  operationId: 'imports.listImporters',
  method: 'GET',
  path: '/imports/importers',
  summary: 'List the people who imported what the caller can see in one project, by name',
  query: Type.Object({ project_id: Type.Integer({ minimum: 1 }) }),
  responses: {
    200: Type.Object({
      importers: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
        description: 'At most 200.',
      }),
    }),
  },
})
