/** Files, insights and surveys as one list: what came in, how far it is, and what went wrong. */
import { type Static, Type } from 'typebox'
import { FileStage } from '../import/files.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'

const Time = Type.String({ format: 'date-time' })
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()])

export const ImportKind = Type.Enum(['file', 'insight', 'survey'])
export type ImportKind = Static<typeof ImportKind>

/** waiting: files of it have to be sent again. An import that was never completed is not listed at all. */
export const ImportStatus = Type.Enum(['waiting', 'working', 'ready', 'failed'])
export type ImportStatus = Static<typeof ImportStatus>

export const importFilters = ['needs_attention', 'working', 'done', 'all'] as const
export const ImportFilter = Type.Enum(importFilters)
export type ImportFilter = Static<typeof ImportFilter>

const Sentence = Type.Object({
  code: Type.String({ description: 'A stable word for programs.' }),
  message: Type.String({ description: 'For people: what is so, why, and what to do.' }),
})

export const Import = Type.Object({
  kind: ImportKind,
  key: Type.String({ description: 'wav_key, insight_key or upload_key, by kind.' }),
  name: Type.String(),
  media: orNull(Type.Enum(['audio', 'video', 'document', 'image'])),
  project: Type.Object({ id: Type.Integer(), name: Type.String() }),
  status: ImportStatus,
  is_draft: Type.Boolean({ description: 'An insight that nobody but its creator can see.' }),
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
      { description: 'Of a survey, whose parts are saved one by one.' },
    ),
  ),
  failure: orNull(Sentence),
  notices: Type.Array(Sentence, { description: 'What a ready import lacks.' }),
  imported_by: Type.Object({
    name: Type.String({ description: 'The person, or who answers for the API key.' }),
    key_name: orNull(Type.String({ description: 'The API key, if a program did it.' })),
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
  summary: 'Imports of the projects one can open, newest first',
  query: Type.Object({
    ...CursorQuery.properties,
    filter: Type.Optional(ImportFilter),
    project_id: Type.Optional(Type.Integer()),
  }),
  responses: { 200: cursorPageOf('imports', Import) },
})

/** More than this is told as this: a badge needs no more, and counting further would cost. */
export const maxImportCount = 1000

export const countImports = defineWorkspaceRoute({
  operationId: 'imports.count',
  method: 'GET',
  path: '/imports/count',
  summary: 'How many imports need somebody, and how many are under way',
  query: Type.Object({ project_id: Type.Optional(Type.Integer()) }),
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
    Type.String({ format: 'date-time', description: 'While it waits to be tried again.' }),
  ),
})
export type LiveJob = Static<typeof LiveJob>

export const getImport = defineWorkspaceRoute({
  operationId: 'imports.get',
  method: 'GET',
  path: '/imports/{kind}/{key}',
  summary: 'One import with its steps',
  params: Type.Object({ kind: Type.String(), key: Type.String() }),
  responses: {
    200: Type.Object({
      ...Import.properties,
      steps: Type.Array(ImportStep),
      job: orNull(LiveJob),
      original_url: orNull(
        Type.String({
          format: 'uri',
          description: 'Serves what was uploaded, without credentials, for a short time.',
        }),
      ),
    }),
  },
})
