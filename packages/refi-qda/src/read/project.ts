/** What a project of another program contains, in the terms of the standard. */

import type { SyncPoint } from '../write/transcript-text.ts'
import type { VariableType } from '../write/values.ts'

export interface ReadCode {
  guid: string
  name: string
  description: string | null
  color: string | null
  isCodable: boolean
  /** GUID of the code above it. */
  parent: string | null
}

export interface ReadVariable {
  guid: string
  name: string
  type: VariableType
}

export interface ReadCase {
  guid: string
  name: string
  description: string | null
  values: { variable: string; value: string }[]
  sources: string[]
  codes: string[]
}

/** Where the bytes of a file are. */
export type FileReference =
  /** In the archive; `file` opens it. */
  | { at: 'archive'; file: string; extension: string; bytes: number }
  /** Named, but not in the archive. */
  | { at: 'missing'; path: string }
  /** Outside the archive; it is never opened. */
  | { at: 'elsewhere'; path: string }

export interface ReadText {
  guid: string
  /** `readText` returns it with line feeds only and without a byte order mark; null if there is none. */
  content: { from: 'file'; file: string } | { from: 'project'; text: string } | null
}

export interface ReadSegment {
  startMs: number
  /** Null at the end of a transcript without a last sync point. */
  endMs: number | null
  speaker: string | null
  text: string
}

export interface ReadTranscript extends ReadText {
  name: string
  points: (SyncPoint & { guid: string })[]
  segments: ReadSegment[]
}

export type SourceKind = 'text' | 'pdf' | 'picture' | 'audio' | 'video'

export interface ReadSource {
  guid: string
  kind: SourceKind
  name: string
  description: string | null
  createdAt: string | null
  /** The document, image or recording; of a text, its formatted version. Null if it has none. */
  file: FileReference | null
  /** The text of a text source, of a PDF or of a picture. */
  text: ReadText | null
  transcripts: ReadTranscript[]
  values: { variable: string; value: string }[]
}

export interface ReadCoding {
  code: string
  source: string
  /** Of the selection; often the quote. */
  name: string
  description: string | null
  target:
    | { kind: 'source' }
    /** In code points of the text, the end exclusive. */
    | { kind: 'text'; text: string; start: number; end: number; quote: string }
    | { kind: 'time'; startMs: number; endMs: number }
    | { kind: 'page'; page: number; x1: number; y1: number; x2: number; y2: number }
    | { kind: 'area'; x1: number; y1: number; x2: number; y2: number }
    /** Its positions and its quote contradict each other. */
    | { kind: 'unplaced'; text: string }
}

/** Something that an import cannot keep, or that the archive lacks. */
export interface Unmatched {
  kind:
    | 'note'
    | 'link'
    | 'set'
    | 'graph'
    | 'file_missing'
    | 'file_elsewhere'
    | 'text_missing'
    | 'coding_unplaced'
    | 'unknown_element'
    | 'unknown_reference'
  count: number
  /** The first few names. */
  examples: string[]
}

export interface ReadProject {
  name: string
  origin: string | null
  description: string | null
  codes: ReadCode[]
  variables: ReadVariable[]
  cases: ReadCase[]
  sources: ReadSource[]
  codings: ReadCoding[]
  unmatched: Unmatched[]
}
