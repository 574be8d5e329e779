/** The import of one file, and its outcome. */
import type { FileKind } from '../files/kinds.ts'
import type { Entry, ImportAs } from '../journal/entries.ts'

export interface ImportTask {
  /** Absolute. */
  path: string
  /** For messages: relative to the working directory where that is shorter. */
  displayPath: string
  /** The file name for the service. */
  name: string
  kind: FileKind
  bytes: number
  as: ImportAs
  next: NextStep
}

/** `start`: from the beginning. The others resume an import of an earlier run. */
export type NextStep =
  | { step: 'start'; why: 'new' | 'changed' | 'asked'; old?: Entry }
  | { step: 'complete' | 'follow' | 'nothing'; entry: Entry }

export type Outcome =
  | { status: 'completed' | 'already_there' | 'accepted'; key: string; uploadSeconds?: number }
  /** With a `key` if the service has a record of it. */
  | { status: 'failed'; reason: string; key?: string }
  /** Unfinished when the run ended; the next run resumes it. */
  | { status: 'pending'; key?: string }
  | { status: 'skipped'; reason: string }
