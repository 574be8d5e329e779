/** What every rule implements, and what it reports. */

import type { CategoryId } from '../categories.ts'
import type { AnalyzedText } from './text/analyzed-text.ts'

export type TextRange = { readonly start: number; readonly end: number }

/** A span without its source. */
export type Detection = TextRange & {
  readonly category: CategoryId
  readonly confidence: number
}

export type Detector = {
  readonly id: string
  /** Every category that it may report. */
  readonly categories: readonly CategoryId[]
  /** It ignores what overlaps an e-mail address or a link. */
  readonly ignoresInside: readonly ('email' | 'link')[]
  /** A text and all that is detected in it, as "label: text". Run by detectors.test.ts. */
  readonly examples: readonly Example[]
  /** `earlier` holds the detections of the detectors that run before this one. */
  readonly detect: (analyzed: AnalyzedText, earlier: readonly Detection[]) => Iterable<Detection>
}

export type Example = readonly [text: string, ...detected: readonly string[]]

export function overlaps(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && b.start < a.end
}

/** A match of `matchAll` as a detection. */
export function detected(match: RegExpExecArray, category: CategoryId, confidence: number): Detection {
  return { start: match.index, end: match.index + match[0].length, category, confidence }
}
