/** Links to the stored files of a record. */
import { type Static, Type } from 'typebox'
import { defineRoute } from '../route.ts'
import { Count, InsightKey, notReady, resultsPrefix, resultsTag, Time, WavKey } from './shapes.ts'

export const ResultUrl = Type.Object({
  url: Type.String({ format: 'uri', description: 'Works without credentials until expires_at.' }),
  expires_at: Time,
  content_type: Type.String(),
  size_bytes: Count,
})

export const ResultUrls = Type.Object({
  original: Type.Optional(ResultUrl),
  viewer: Type.Optional(ResultUrl),
  thumbnail: Type.Optional(ResultUrl),
  rendition: Type.Optional(ResultUrl),
  poster: Type.Optional(ResultUrl),
})
export type ResultUrls = Static<typeof ResultUrls>

/** Of every route with URLs. */
export const urlParts = {
  method: 'GET',
  tag: resultsTag,
  summary: 'Get URLs of the stored files',
  description:
    'The files that exist: original, viewer (PDF), thumbnail, rendition (for playback) and poster. The URLs work for at least an hour and are not cached. The original of a protected recording is never returned.',
  conflict: notReady,
  responses: { 200: ResultUrls },
} as const

export const getInsightUrls = defineRoute({
  ...urlParts,
  operationId: 'insights.urls',
  path: `${resultsPrefix}/insights/{insight_key}/urls`,
  scopes: ['insight:read'],
  params: InsightKey,
})

export const getFileUrls = defineRoute({
  ...urlParts,
  operationId: 'files.urls',
  path: `${resultsPrefix}/files/{wav_key}/urls`,
  scopes: ['file:read'],
  params: WavKey,
})
