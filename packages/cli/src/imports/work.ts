/** One file on its way, and how it ended. */
import type { FileKind } from '../files/kinds.ts'
import type { Entry, ImportAs } from '../journal/entries.ts'

export interface Work {
  /** Absolute. */
  path: string
  /** As the caller would write it. */
  shown: string
  /** What the service will call it. */
  name: string
  kind: FileKind
  bytes: number
  as: ImportAs
  todo: Todo
}

/** `start`: from the beginning. The others go on with an import of an earlier run. */
export type Todo =
  | { step: 'start'; why: 'new' | 'changed' | 'asked'; old?: Entry }
  | { step: 'complete' | 'follow' | 'nothing'; entry: Entry }

export type Outcome =
  | { status: 'completed' | 'already_there' | 'accepted'; key: string; uploadSeconds?: number }
  /** `key` is there when the service has a record of it. */
  | { status: 'failed'; reason: string; key?: string }
  /** Not done when the run ended; the next one goes on with it. */
  | { status: 'pending'; key?: string }
  | { status: 'skipped'; reason: string }
