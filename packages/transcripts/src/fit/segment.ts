/** A transcript that fits its recording. */

export type SegmentWord = {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  /** Interpolated, because the file has no time for it. */
  readonly isApproximate: boolean
}

export type Segment = {
  readonly startMs: number
  readonly endMs: number
  /** The words joined by spaces. */
  readonly text: string
  readonly speaker?: string
  readonly confidence?: number
  readonly words: readonly SegmentWord[]
  readonly isSuspicious: boolean
  /** Set if the time of a word is an estimate: all of it is spoken within this range. */
  readonly withinMs?: readonly [earliestMs: number, latestMs: number]
}

/** What the reader of the transcript should know. */
export type FitNotice =
  | 'transcript_cut'
  | 'transcript_shifted'
  | 'transcript_ends_early'
  | 'transcript_language_differs'
  | 'transcript_incomplete'
  | 'transcript_without_times'

/** Why a transcript cannot belong to the recording. */
export type FitProblem = 'beyond_recording' | 'too_much_text'
