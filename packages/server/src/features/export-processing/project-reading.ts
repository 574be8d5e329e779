/** What the readers of an export share. */
import type { ExportContent } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Omitted } from './export.policy.ts'
import type { Spool } from './spool.ts'

export interface ProjectReading {
  /** The transaction that is the snapshot. */
  tx: Tx
  /** The time of the snapshot. */
  asOf: Date
  principal: Principal
  projectId: number
  contents: readonly ExportContent[]
  /** Names and e-mail addresses are included. */
  hasPeople: boolean
  spool: Spool
  omitted: Omitted
  onProgress: (fraction: number) => void
}

/** Where the files of a record are, and its key. */
export interface Folder {
  path: string
  key: string
}

export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`
