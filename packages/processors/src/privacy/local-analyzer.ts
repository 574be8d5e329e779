/** The analyzer that needs nobody else: rules and word lists. */

import { setImmediate } from 'node:timers/promises'
import { cutText } from './cut-text.ts'
import { findByRules } from './rules/find-by-rules.ts'
import type { PrivacyAnalyzer, PrivacySpan } from './span.ts'

/** A document may be long: other work of the process goes on between two pieces. */
const pieceChars = 20_000
const overlapChars = 400

export const localAnalyzer: PrivacyAnalyzer = {
  id: 'local',
  async analyze(text, { categories, language, signal }) {
    const spans: PrivacySpan[] = []
    for (const piece of cutText(text, { maxChars: pieceChars, overlapChars })) {
      signal?.throwIfAborted()
      for (const finding of findByRules(piece.text, categories, language)) {
        spans.push({
          ...finding,
          start: finding.start + piece.start,
          end: finding.end + piece.start,
          source: 'local',
        })
      }
      if (text.length > pieceChars) await setImmediate()
    }
    return spans
  },
}
