/** Replaces personal data in a text by labels: "my name is [name]". */

import type { CategoryId } from './categories.ts'
import { piiCategories } from './categories.ts'
import { hiddenRanges } from './cover.ts'
import type { PrivacySpan } from './span.ts'

/** A word in brackets: searchable, readable aloud, and clear about what is missing. */
export function redactionLabel(category: CategoryId): string {
  return `[${piiCategories[category].label}]`
}

export function redactText(text: string, spans: readonly PrivacySpan[]): string {
  let redacted = ''
  let at = 0
  for (const range of hiddenRanges(text, spans)) {
    redacted += text.slice(at, range.start) + redactionLabel(range.category)
    at = range.end
  }
  return redacted + text.slice(at)
}
