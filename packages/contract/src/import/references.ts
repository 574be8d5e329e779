/** `external_id` and `metadata`: what a program stores with a record to find it again in its own system. */
import { type Static, Type } from 'typebox'
import { orNull } from './or-null.ts'

export const maxExternalIdLength = 255
/** The same for storing it and for finding it again. */
export const isExternalIdText = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

export const metadataLimits = { pairs: 50, keyLength: 40, valueLength: 500 } as const

const { pairs, keyLength, valueLength } = metadataLimits

export const Metadata = Type.Record(Type.String(), Type.String({ maxLength: valueLength }), {
  maxProperties: pairs,
})
export type Metadata = Static<typeof Metadata>

/** Of a request. */
export const referenceFields = {
  external_id: Type.Optional(
    orNull(
      Type.String({ maxLength: maxExternalIdLength, examples: ['interview-2026-017'] }),
      'Your own id of the record, without control characters. It need not be unique. It is part of events, so it must not contain personal data. null is the same as omitting it.',
    ),
  ),
  metadata: Type.Optional(
    orNull(
      Metadata,
      `Up to ${pairs} pairs of your own, with keys of up to ${keyLength} and values of up to ${valueLength} characters. Do not store personal data here. null is the same as omitting it.`,
    ),
  ),
}
/** Of a change. */
export const referenceChanges = {
  external_id: Type.Optional(
    orNull(
      Type.String({ maxLength: maxExternalIdLength, examples: ['interview-2026-017'] }),
      'Your own id of the record, without control characters or personal data. null removes it.',
    ),
  ),
  metadata: Type.Optional(
    orNull(Metadata, `Replaces all pairs; up to ${pairs}, without personal data. null removes them.`),
  ),
}
export type References = { external_id?: string | null; metadata?: Metadata | null }

/** Of a response, with `include=details`. */
export const externalIdDetail = Type.Optional(
  orNull(Type.String(), 'With include=details. The external_id that was sent; null if there is none.'),
)
export const metadataDetail = Type.Optional(
  orNull(Metadata, 'With include=details. The metadata that was sent; null if there is none.'),
)
