import type { CommonOptions } from '../context.ts'
import type { ImportAs } from '../journal/entries.ts'

/** Options that `inlet import` and `inlet watch` share. */
export interface FileImportOptions extends CommonOptions {
  project?: string
  /** Bytes per second. */
  limitRate?: number
  as: ImportAs
  publish: boolean
  ignore: string[]
  followLinks: boolean
  parallel: number
  retryFailed: boolean
}
