/** A transcript, with times in milliseconds from the start of the recording. */

export type Word = {
  readonly startMs: number
  readonly endMs: number
  /** With punctuation; the words of a segment joined by spaces are its text. */
  readonly text: string
  /** Interpolated, because the engine reports no word times. */
  readonly isApproximate: boolean
}

/** About a sentence. */
export type Segment = {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  /** From 0 to 1, if the engine reports it. */
  readonly confidence?: number
  readonly speaker?: string
  readonly words: readonly Word[]
  /** The engine may have hallucinated: a person should check it. */
  readonly isSuspicious: boolean
  /** Set if the times of words are estimates that may be far off: all of them are spoken within this range. */
  readonly withinMs?: readonly [earliestMs: number, latestMs: number]
}

/** Line separators and control characters become spaces, so that a line stays one line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
