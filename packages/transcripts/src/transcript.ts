/** What a transcript file says. Times are milliseconds from the start of the recording; null where the file has none. */

export type CueWord = {
  readonly text: string
  readonly startMs: number | null
  readonly endMs: number | null
  /** The program that wrote the file says that its times are estimates. */
  readonly isApproximate?: boolean
}

/** A caption, or the turn of a speaker. */
export type Cue = {
  readonly startMs: number | null
  /** Null if the file gives only starts: the next cue, or the recording, ends it. */
  readonly endMs: number | null
  readonly speaker: string | null
  /** One line, without markup. */
  readonly text: string
  /** Only where the file has word times. */
  readonly words?: readonly CueWord[]
  /** From 0 to 1. */
  readonly confidence?: number
  /** Marked by the program that wrote the file: a person should check it. */
  readonly isSuspicious?: boolean
}

export type TranscriptFormat = 'webvtt' | 'srt' | 'sbv' | 'json' | 'otr' | 'text' | 'docx'

export type TranscriptProblem =
  | 'empty'
  | 'no_cues'
  | 'not_a_transcript'
  | 'malformed_json'
  | 'damaged'
  | 'too_large'

export type TranscriptWarning =
  | 'missing_header'
  | 'missing_blank_line'
  | 'overlap'
  | 'out_of_order'
  | 'zero_length'
  | 'end_before_start'
  | 'empty_cue'
  | 'negative_time'
  | 'beyond_recording'
  | 'shifted'
  | 'skipped_cue'
  | 'no_times'

export type Transcript = {
  readonly format: TranscriptFormat
  /** Ordered by start, then as in the file. */
  readonly cues: readonly Cue[]
  readonly warnings: readonly TranscriptWarning[]
  /** The number of cues without a readable time or text. */
  readonly skipped: number
  /** As the file states it, a BCP 47 tag. */
  readonly language: string | null
}

export class TranscriptError extends Error {
  override readonly name = 'TranscriptError'
  readonly problem: TranscriptProblem

  constructor(problem: TranscriptProblem) {
    super(problem)
    this.problem = problem
  }
}

/** What a reader of one format returns: cues in the order of the file, with times as written. */
export type RawTranscript = {
  readonly cues: readonly RawCue[]
  readonly warnings: ReadonlySet<TranscriptWarning>
  readonly skipped: number
  readonly language: string | null
}

/** `group` is the same for the speakers of one caption, who share its time. */
export type RawCue = Cue & { readonly group?: number }
