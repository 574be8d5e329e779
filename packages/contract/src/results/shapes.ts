/** Small schemas of the results that API keys can read. */
import { Type } from 'typebox'
import { orNull } from '../import/or-null.ts'

export const resultsPrefix = '/api/v1/developer'
export const resultsTag = 'Results'

export const Time = Type.String({ format: 'date-time', description: 'Time in UTC.' })
export const Count = Type.Integer({ minimum: 0 })
export const Path = Type.String({ description: 'Path on this server.' })

export const notReady =
  'not_ready: the import is still in progress; retry after the number of seconds in Retry-After. recording_closed: the recording could not be protected, so it has no results.'

/** Flags of a query; anything else is an error. */
export const flag = (description: string) =>
  Type.Optional(Type.Enum(['true', 'false'], { description: `${description} Default: false.` }))

export const WavKey = Type.Object({ wav_key: Type.String() })
export const InsightKey = Type.Object({ insight_key: Type.String() })

/** Of a record, whatever its kind. */
export const recordFields = {
  project_id: Type.Integer(),
  name: Type.String(),
  external_id: orNull(Type.String(), 'The external_id that was sent; null if there is none.'),
  metadata: orNull(
    Type.Record(Type.String(), Type.String()),
    'The metadata that was sent; null if there is none.',
  ),
  created_at: Time,
  updated_at: Type.String({ format: 'date-time', description: 'Time of the last change, in UTC.' }),
  completed_at: orNull(Time),
}

/** Of an imported file. */
export const uploadFields = {
  error_code: orNull(Type.String(), 'Stable code of error_reason; null unless processing failed.'),
  error_reason: orNull(Type.String()),
  notices: Type.Array(Type.String(), { description: 'Warnings about a completed import.' }),
  size_bytes: orNull(Type.Integer(), 'Size of the uploaded file.'),
  sha256: orNull(
    Type.String({ pattern: '^[0-9a-f]{64}$' }),
    'SHA-256 of the uploaded file; null until processing has read it, and for a protected recording.',
  ),
}

export const maxPageItems = 100

/** Without a default, so that an unusable value is an error. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPageItems,
      description: `Items per page; higher values are capped at ${maxPageItems}. Default: 50.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the previous page.' })),
}

export const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'The cursor of the next page; null on the last one.',
})
