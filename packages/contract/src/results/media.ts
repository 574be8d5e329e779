/** Media files of surveys, and their recordings. */
import { type Static, Type } from 'typebox'
import { orNull } from '../import/or-null.ts'
import { MediaLevel, MediaStatus, RecordingStatus } from '../import/surveys.ts'
import { defineRoute } from '../route.ts'
import {
  Count,
  nextCursor,
  notReady,
  Path,
  pageParameters,
  resultsPrefix,
  resultsTag,
  Time,
} from './shapes.ts'
import { transcriptParts } from './transcripts.ts'
import { urlParts } from './urls.ts'

const MediaKey = Type.Object({ media_key: Type.String() })
const prefix = `${resultsPrefix}/media/{media_key}`

export const MediaRecord = Type.Object({
  media_key: Type.String(),
  upload_key: Type.String({ description: 'Of its survey.' }),
  filename: Type.String(),
  status: MediaStatus,
  media_level: orNull(MediaLevel),
  response_id: orNull(Type.Integer(), 'Set if it is linked to a response.'),
  respondent_id: orNull(Type.Integer(), 'The person it is linked to, also through a response.'),
  recording_status: orNull(RecordingStatus, 'Null until it is linked.'),
  error_code: orNull(Type.String()),
  error_reason: orNull(Type.String()),
  duration_ms: orNull(Count),
  size_bytes: orNull(Count),
  created_at: Time,
  links: Type.Object({ transcript: Path, urls: Path }),
})
export type MediaRecord = Static<typeof MediaRecord>

export const listResultMedia = defineRoute({
  operationId: 'surveys.media',
  method: 'GET',
  path: `${resultsPrefix}/surveys/{upload_key}/media`,
  tag: resultsTag,
  summary: 'List the media files of a survey',
  description: 'With what each of them is linked to.',
  scopes: ['survey:read'],
  params: Type.Object({ upload_key: Type.String() }),
  query: Type.Object(pageParameters),
  conflict: 'not_ready: the survey is still being imported for the first time.',
  responses: { 200: Type.Object({ media: Type.Array(MediaRecord), next_cursor: nextCursor }) },
})

export const getMediaRecord = defineRoute({
  operationId: 'media.get',
  method: 'GET',
  path: prefix,
  tag: resultsTag,
  summary: 'Get a media file',
  description: 'The record with the paths of its results.',
  scopes: ['survey:read'],
  params: MediaKey,
  responses: { 200: MediaRecord },
})

export const getMediaTranscript = defineRoute({
  ...transcriptParts,
  operationId: 'media.transcript',
  path: `${prefix}/transcript`,
  summary: 'Get the transcript of a media file',
  scopes: ['survey:read'],
  params: MediaKey,
  conflict: notReady,
})

export const getMediaUrls = defineRoute({
  ...urlParts,
  operationId: 'media.urls',
  path: `${prefix}/urls`,
  scopes: ['survey:read'],
  params: MediaKey,
})
