/** The result of the inspection script. It comes from the sandbox, so it is validated. */

import type { CompoundSummary } from './compound-summary.ts'
import type { ZipSummary } from './zip-summary.ts'

export type Inspection = {
  /** The type reported by the `file-type` library, if any. */
  readonly fileType: string | null
  /** Null if the file is not such a container; `damaged` if it starts like one but cannot be read. */
  readonly zip: ZipSummary | 'damaged' | null
  readonly compound: CompoundSummary | 'damaged' | null
  /** Whether the beginning is text in some encoding. */
  readonly isText: boolean
  /** Whether there is a PDF header near the beginning. */
  readonly hasPdfHeader: boolean
}

export function isInspection(value: unknown): value is Inspection {
  return (
    isRecord(value) &&
    (value['fileType'] === null || typeof value['fileType'] === 'string') &&
    isContainer(value['zip'], isZipSummary) &&
    isContainer(value['compound'], isCompoundSummary) &&
    typeof value['isText'] === 'boolean' &&
    typeof value['hasPdfHeader'] === 'boolean'
  )
}

function isContainer(value: unknown, isSummary: (value: unknown) => boolean): boolean {
  return value === null || value === 'damaged' || isSummary(value)
}

function isZipSummary(value: unknown): value is ZipSummary {
  return (
    isRecord(value) &&
    typeof value['isTooLarge'] === 'boolean' &&
    typeof value['isEncrypted'] === 'boolean' &&
    isNames(value['topNames'])
  )
}

function isCompoundSummary(value: unknown): value is CompoundSummary {
  return isRecord(value) && typeof value['isProtected'] === 'boolean' && isNames(value['streamNames'])
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
