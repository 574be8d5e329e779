/** What was said and when, in milliseconds from the recording's beginning. */

export type Word = {
  readonly startMs: number
  readonly endMs: number
  /** With its punctuation; the words of a segment, joined by spaces, are its text. */
  readonly text: string
  /** The engine tells no times of words: these are interpolated. */
  readonly isApproximate: boolean
}

/** About a sentence. */
export type Segment = {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  /** From 0 to 1, where the engine tells. */
  readonly confidence?: number
  readonly speaker?: string
  readonly words: readonly Word[]
  /** The engine seems to have lost hold of the sound: to be checked by a person. */
  readonly isSuspicious: boolean
}

/** Line ends of every alphabet and control characters become spaces: a line must stay one, whatever an engine answers. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
