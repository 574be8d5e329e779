/** Spans of personal data and the analyzers that find them. */

import type { CategoryId } from './categories.ts'

/** Offsets in UTF-16 code units; `end` is exclusive. */
export type PrivacySpan = {
  readonly start: number
  readonly end: number
  readonly category: CategoryId
  /** From 0 to 1: how certain the source is, not how sensitive the text is. */
  readonly confidence: number
  /** The id of the analyzer. */
  readonly source: string
}

export type AnalyzeOptions = {
  /** A BCP 47 tag. By default the analyzer detects the language or assumes English. */
  readonly language?: string | undefined
  readonly categories: readonly CategoryId[]
  readonly signal?: AbortSignal | undefined
}

export type PrivacyAnalyzer = {
  readonly id: string
  /**
   * Resolves with everything found in the whole text.
   * @throws the signal's reason when aborted; PrivacyError if the analysis fails. It never returns a partial result:
   * the caller does not publish what was not analyzed.
   */
  analyze(text: string, options: AnalyzeOptions): Promise<PrivacySpan[]>
}

/** An analyzer or detector failed, not the recording: the job can be retried. The message never quotes the text. */
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
