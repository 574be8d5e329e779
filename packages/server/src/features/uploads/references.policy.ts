/** Limits of `external_id` and `metadata` that the schema cannot express, or that it does not check for every key. */
import { isExternalIdText, type Metadata, metadataLimits, type References } from '@inlet/contract'

export interface StoredReferences {
  externalId: string | null
  metadata: Metadata | null
}

export interface ReferenceProblem {
  field: string
  message: string
}

/** All of them, so that one request reports every mistake. */
export function referenceProblems({ external_id, metadata }: References): ReferenceProblem[] {
  return [...externalIdProblems(external_id ?? ''), ...metadataProblems(metadata ?? {})]
}

export const toReferences = ({ external_id, metadata }: References): StoredReferences => ({
  externalId: external_id ?? null,
  metadata: metadata ?? null,
})

function externalIdProblems(externalId: string): ReferenceProblem[] {
  return isExternalIdText(externalId)
    ? []
    : [{ field: 'external_id', message: 'must not contain control characters' }]
}

function metadataProblems(metadata: Record<string, unknown>): ReferenceProblem[] {
  const entries = Object.entries(metadata)
  const { pairs, keyLength } = metadataLimits
  if (entries.length > pairs)
    return [{ field: 'metadata', message: `must not have more than ${pairs} pairs` }]
  return entries.flatMap(([key, value]) => [
    ...(lengthOf(key) > keyLength
      ? [{ field: 'metadata', message: `must not have keys of more than ${keyLength} characters` }]
      : []),
    ...(isStorable(key) ? valueProblems(key, value) : [{ field: 'metadata', message: unstorable }]),
  ])
}

function valueProblems(key: string, value: unknown): ReferenceProblem[] {
  const field = `metadata.${key}`
  if (typeof value !== 'string') return [{ field, message: 'must be a string' }]
  const { valueLength } = metadataLimits
  if (lengthOf(value) > valueLength)
    return [{ field, message: `must not have more than ${valueLength} characters` }]
  return isStorable(value) ? [] : [{ field, message: unstorable }]
}

const unstorable = 'must not contain the character U+0000 or unpaired surrogates'

/** PostgreSQL stores any other text. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** In code points. */
const lengthOf = (text: string) => Array.from(text).length
