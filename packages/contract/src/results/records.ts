/** The records of imports, with links to their results. */
import { type Static, Type } from 'typebox'
import { FileRecordKind, FileStatus } from '../import/files.ts'
import { InsightType, ProcessingStatus } from '../import/insights.ts'
import { orNull } from '../import/or-null.ts'
import { defineRoute } from '../route.ts'
import {
  Count,
  InsightKey,
  Path,
  recordFields,
  resultsPrefix,
  resultsTag,
  uploadFields,
  WavKey,
} from './shapes.ts'

const described =
  'The record with the paths of its results. Results of an import that is still in progress give 409.'

export const InsightRecord = Type.Object({
  insight_key: Type.String(),
  ...recordFields,
  insight_type: InsightType,
  insight_state: Type.Enum([0, 1, 2], {
    description: '0 published, 1 draft, 2 draft shared with the project.',
  }),
  status: ProcessingStatus,
  ...uploadFields,
  page_count: orNull(Count),
  links: Type.Object({ status: Path, pages: Path, text: Path, urls: Path }),
})
export type InsightRecord = Static<typeof InsightRecord>

export const getInsightRecord = defineRoute({
  operationId: 'insights.get',
  method: 'GET',
  path: `${resultsPrefix}/insights/{insight_key}`,
  tag: resultsTag,
  summary: 'Get an insight',
  description: described,
  scopes: ['insight:read'],
  params: InsightKey,
  responses: { 200: InsightRecord },
})

export const FileRecord = Type.Object({
  wav_key: Type.String(),
  ...recordFields,
  kind: FileRecordKind,
  status: FileStatus,
  ...uploadFields,
  is_protected: Type.Boolean({
    description: 'True for a recording of which only the protected version can be read.',
  }),
  page_count: orNull(Count, 'Set for a document or image that is completed.'),
  width: orNull(Count, 'Of an image, in pixels.'),
  height: orNull(Count, 'Of an image, in pixels.'),
  duration_ms: orNull(Count, 'Set for a recording once it can be played.'),
  links: Type.Object({
    status: Path,
    transcript: Type.Optional(Path),
    pages: Type.Optional(Path),
    text: Type.Optional(Path),
    urls: Type.Optional(Path),
  }),
})
export type FileRecord = Static<typeof FileRecord>

export const getFileRecord = defineRoute({
  operationId: 'files.get',
  method: 'GET',
  path: `${resultsPrefix}/files/{wav_key}`,
  tag: resultsTag,
  summary: 'Get a file',
  description: described,
  scopes: ['file:read'],
  params: WavKey,
  responses: { 200: FileRecord },
})
