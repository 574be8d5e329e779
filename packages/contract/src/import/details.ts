/** What `include=details` adds to the status of an insight or file and to list items. */
import { type TSchema, Type } from 'typebox'
import { includeQuery } from '../include.ts'
import { statusWait } from '../wait.ts'
import { failureCodes } from './failure-codes.ts'
import { orNull } from './or-null.ts'
import { externalIdDetail, metadataDetail } from './references.ts'

export const detailGroups = ['details'] as const

const Time = Type.String({ format: 'date-time' })

const ErrorCode = orNull(
  Type.String({ examples: ['password_protected'] }),
  `With include=details. Stable error code for error_reason; null unless processing failed. New codes may be added: ${Object.entries(
    failureCodes,
  )
    .map(([code, meaning]) => `\`${code}\` (${meaning})`)
    .join(' ')}`,
)
export const UpdatedAt = Type.String({
  format: 'date-time',
  description: 'With include=details. Time of the last change other than progress, in UTC.',
})

export function progressOf<S extends TSchema>(stage: S) {
  return Type.Object({
    stage,
    percent: Type.Integer({ minimum: 0, maximum: 100, description: 'Progress of the whole import.' }),
    seconds_left: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Estimated seconds until this stage ends; null while unknown.',
    }),
  })
}

/** Fields of a status other than `kind`, `progress` and `notices`, which depend on the kind of import. */
export const statusDetails = {
  external_id: externalIdDetail,
  metadata: metadataDetail,
  error_code: Type.Optional(ErrorCode),
  size_bytes: Type.Optional(
    orNull(
      Type.Integer(),
      'With include=details. Size in bytes of the file accepted by complete; null before that.',
    ),
  ),
  sha256: Type.Optional(
    orNull(
      Type.String({ pattern: '^[0-9a-f]{64}$' }),
      'With include=details. SHA-256 of that file in hexadecimal; null until processing has read it.',
    ),
  ),
  updated_at: Type.Optional(UpdatedAt),
  completed_at: Type.Optional(
    orNull(Time, 'With include=details. Time at which processing succeeded, in UTC; null until then.'),
  ),
}

export const listDetails = {
  external_id: externalIdDetail,
  error_code: statusDetails.error_code,
  updated_at: statusDetails.updated_at,
}

export const DetailsQuery = includeQuery(detailGroups, 'All fields of a requested group are present.')

/** Of the status of an insight or file. */
export const StatusQuery = Type.Object({ ...DetailsQuery.properties, wait: statusWait })
