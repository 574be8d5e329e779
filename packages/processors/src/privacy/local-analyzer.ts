/** The built-in analyzer: rules and word lists, without external services. */

import { setImmediate } from 'node:timers/promises'
import { cutText } from './cut-text.ts'
import { detectByRules } from './rules/detect-by-rules.ts'
import type { PrivacyAnalyzer, PrivacySpan } from './span.ts'

/** Long texts are analyzed in pieces, so that the event loop is not blocked. */
const pieceChars = 20_000
const overlapChars = 400

export const localAnalyzer: PrivacyAnalyzer = {
  id: 'local',
  async analyze(text, { categories, language, signal }) {
    const spans: PrivacySpan[] = []
    for (const piece of cutText(text, { maxChars: pieceChars, overlapChars })) {
      signal?.throwIfAborted()
      for (const detection of detectByRules(piece.text, categories, language)) {
        spans.push({
          ...detection,
          start: detection.start + piece.start,
          end: detection.end + piece.start,
          source: 'local',
        })
      }
      if (text.length > pieceChars) await setImmediate()
    }
    return spans
  },
}
