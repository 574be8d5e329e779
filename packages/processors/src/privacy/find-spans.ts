/** Combines the personal data that several analyzers find. */

import type { CategoryId } from './categories.ts'
import { byPlace, wholeWords } from './cover.ts'
import type { AnalyzeOptions, PrivacyAnalyzer, PrivacySpan } from './span.ts'

export type FindOptions = AnalyzeOptions & { readonly analyzers: readonly PrivacyAnalyzer[] }

/**
 * Analyzers only add spans; none removes those of another.
 * @throws whatever an analyzer throws, because the result would be incomplete.
 */
export async function findSpans(text: string, options: FindOptions): Promise<PrivacySpan[]> {
  const { analyzers, ...rest } = options
  rest.signal?.throwIfAborted()
  const answers = await Promise.all(analyzers.map((analyzer) => analyzer.analyze(text, rest)))
  return mergeSpans(text, answers.flat(), options.categories)
}

/**
 * Merges overlapping spans of the same category and keeps overlapping spans of different categories. The result is
 * sorted by position and does not depend on the order of the input.
 */
export function mergeSpans(
  text: string,
  spans: readonly PrivacySpan[],
  categories: readonly CategoryId[],
): PrivacySpan[] {
  const wanted = new Set(categories)
  const open = new Map<CategoryId, PrivacySpan>()
  const merged: PrivacySpan[] = []
  for (const span of spans.map((each) => wholeWords(text, each)).sort(byPlaceAndSource)) {
    if (!wanted.has(span.category) || span.end <= span.start) continue
    const last = open.get(span.category)
    if (last !== undefined && span.start < last.end) {
      const surer = span.confidence > last.confidence ? span : last
      open.set(span.category, { ...surer, start: last.start, end: Math.max(last.end, span.end) })
    } else {
      if (last !== undefined) merged.push(last)
      open.set(span.category, span)
    }
  }
  return [...merged, ...open.values()].sort(byPlaceAndSource)
}

function byPlaceAndSource(a: PrivacySpan, b: PrivacySpan): number {
  return byPlace(a, b) || (a.source < b.source ? -1 : a.source > b.source ? 1 : 0)
}
