/** The import of one file, and its outcome. */
import type { FoundFile } from '../files/find-files.ts'
import type { ImportSource } from '../files/import-source.ts'
import type { FileKind } from '../files/kinds.ts'
import type { Entry, ImportAs } from '../journal/entries.ts'

export interface ImportTask {
  /** Absolute. The journal knows the file by it. */
  path: string
  /** For messages: relative to the working directory where that is shorter. */
  displayPath: string
  /** The file name for the service. */
  name: string
  kind: FileKind
  bytes: number
  source: ImportSource
  as: ImportAs
  /** Sent with the recording instead of being imported itself. */
  transcript?: FoundFile
  next: NextStep
  /** Of a link, which the service downloads. */
  sourceUrl?: string
  /** For a file in another system. */
  remote?: RemoteVersion
}

export interface RemoteVersion {
  /** Identifies the version; stored with its record. */
  externalId: string
  /** Its path in the other system. */
  sourcePath: string
  /** The content is no longer needed. */
  release(): Promise<void>
}

/** `start`: from the beginning. The others resume an import of an earlier run. */
export type NextStep =
  | { step: 'start'; why: 'new' | 'changed' | 'asked'; old?: Entry }
  | { step: 'resume' | 'complete' | 'follow' | 'nothing'; entry: Entry }

export type Outcome =
  | { status: 'completed' | 'already_there' | 'accepted'; key: string; uploadSeconds?: number }
  /** With a `key` if the service has a record of it. */
  | { status: 'failed'; reason: string; key?: string }
  /** Unfinished when the run ended; the next run resumes it. */
  | { status: 'pending'; key?: string }
  | { status: 'skipped'; reason: string }
