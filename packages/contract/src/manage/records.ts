/** Changing what was imported: names, projects, references and publication. */
import { type Static, type TSchema, Type } from 'typebox'
import { FileRecordKind, FileStatus } from '../import/files.ts'
import { InsightType, ProcessingStatus } from '../import/insights.ts'
import { orNull } from '../import/or-null.ts'
import { Metadata, referenceChanges } from '../import/references.ts'
import { MediaLevel, MediaStatus, SurveyStatus } from '../import/surveys.ts'
import { defineRoute } from '../route.ts'

const prefix = '/api/v1/developer'
const Time = Type.String({ format: 'date-time', description: 'In UTC, ending in Z.' })

/** Fields that every record has. */
const recordFields = {
  name: Type.String(),
  project_id: Type.Integer(),
  external_id: orNull(Type.String()),
  metadata: orNull(Metadata),
  created_at: Time,
  updated_at: Type.String({
    format: 'date-time',
    description: 'Time of the last change other than progress, in UTC, ending in Z.',
  }),
}

export const ManagedInsight = Type.Object({
  insight_key: Type.String(),
  ...recordFields,
  insight_type: InsightType,
  insight_state: Type.Enum([0, 1, 2]),
  processing_status: ProcessingStatus,
})
export type ManagedInsight = Static<typeof ManagedInsight>

export const ManagedFile = Type.Object({
  wav_key: Type.String(),
  ...recordFields,
  kind: FileRecordKind,
  status: FileStatus,
})
export type ManagedFile = Static<typeof ManagedFile>

export const ManagedSurvey = Type.Object({
  upload_key: Type.String(),
  survey_key: Type.String(),
  ...recordFields,
  status: SurveyStatus,
  number_of_responses: Type.Integer(),
})
export type ManagedSurvey = Static<typeof ManagedSurvey>

/** Media files of surveys, which cannot be changed but deleted. */
export const ManagedMedia = Type.Object({
  media_key: Type.String(),
  upload_key: Type.String({ description: 'Of its survey.' }),
  filename: Type.String(),
  status: MediaStatus,
  media_level: orNull(MediaLevel),
  response_id: orNull(Type.Integer(), 'Set if it is linked to a response.'),
  created_at: Time,
})
export type ManagedMedia = Static<typeof ManagedMedia>

/** What can be changed of any record. */
const changes = <Name extends TSchema>(name: Name) => ({
  name: Type.Optional(name),
  project_id: Type.Optional(
    Type.Integer({
      description: 'Moves the record to this project, which the API key must be able to access.',
    }),
  ),
  ...referenceChanges,
})

const fileName = Type.String({
  maxLength: 500,
  description: 'File name with its extension, which cannot be changed.',
})

const explained =
  'Fields that are left out stay as they are; null clears external_id and metadata. A moved record follows the sharing and the search settings of its new project at once. With If-Match the change is refused with 412 if the record has changed since it had that ETag; without it the last change wins.'

const mismatch =
  'privacy_mismatch: the recording is not protected, and the privacy settings of the new project are on.'

export const updateInsight = defineRoute({
  operationId: 'insights.update',
  method: 'PATCH',
  path: `${prefix}/insights/{insight_key}`,
  tag: 'Insights',
  summary: 'Rename, move, publish or unpublish an insight',
  description: explained,
  scopes: ['insight:manage'],
  isConditional: true,
  params: Type.Object({ insight_key: Type.String() }),
  body: Type.Object({
    ...changes(fileName),
    insight_state: Type.Optional(
      Type.Enum([0, 1], { description: '0: published. 1: a draft, visible only to its creator.' }),
    ),
  }),
  responses: { 200: ManagedInsight },
})

export const updateFile = defineRoute({
  operationId: 'files.update',
  method: 'PATCH',
  path: `${prefix}/files/{wav_key}`,
  tag: 'Files',
  summary: 'Rename or move a recording, document or image',
  description: explained,
  scopes: ['file:manage'],
  isConditional: true,
  params: Type.Object({ wav_key: Type.String() }),
  body: Type.Object(changes(fileName)),
  conflict: mismatch,
  responses: { 200: ManagedFile },
})

export const updateSurvey = defineRoute({
  operationId: 'surveys.update',
  method: 'PATCH',
  path: `${prefix}/surveys/{upload_key}`,
  tag: 'Surveys',
  summary: 'Rename or move a survey',
  description: `${explained} Its file and media files move with it.`,
  scopes: ['survey:manage'],
  isConditional: true,
  params: Type.Object({ upload_key: Type.String() }),
  body: Type.Object(changes(Type.String({ minLength: 1, maxLength: 200 }))),
  conflict: mismatch,
  responses: { 200: ManagedSurvey },
})
