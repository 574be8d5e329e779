/** Where personal data is in a text, and what finds it. */

import type { CategoryId } from './categories.ts'

/** Offsets in UTF-16 code units: from the first character to the one after the last. */
export type PrivacySpan = {
  readonly start: number
  readonly end: number
  readonly category: CategoryId
  /** From 0 to 1. Says how sure the source is, not how sensitive the text is. */
  readonly confidence: number
  /** The id of the analyzer. */
  readonly source: string
}

export type AnalyzeOptions = {
  /** A BCP 47 tag; without one the analyzer finds out or assumes English. */
  readonly language?: string | undefined
  readonly categories: readonly CategoryId[]
  readonly signal?: AbortSignal | undefined
}

export type PrivacyAnalyzer = {
  readonly id: string
  /**
   * Resolves with everything found in the whole text.
   * @throws the signal's reason when aborted; PrivacyError when the analyzer could not do its work. It never answers
   * with less because something failed: the caller keeps closed what was not analysed.
   */
  analyze(text: string, options: AnalyzeOptions): Promise<PrivacySpan[]>
}

/**
 * Trouble of an analyzer or detector and not of the recording: the job may be tried again. Its message never quotes the
 * text.
 */
export class PrivacyError extends Error {
  override readonly name = 'PrivacyError'
  readonly code:
    | 'analyzer_unreachable'
    | 'analyzer_refused'
    | 'analyzer_bad_answer'
    | 'detector_missing'
    | 'detector_failed'

  constructor(code: PrivacyError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
