import type { CommonOptions } from '../context.ts'
import type { ImportAs } from '../journal/entries.ts'
import type { ReferenceOptions } from './references.ts'

/** Options that `inlet import` and `inlet watch` share. */
export interface FileImportOptions extends CommonOptions, ReferenceOptions {
  project?: string
  /** Bytes per second. */
  limitRate?: number
  as: ImportAs
  publish: boolean
  ignore: string[]
  followLinks: boolean
  parallel: number
  retryFailed: boolean
  /** Send transcripts of the same name with recordings. */
  transcripts: boolean
}
