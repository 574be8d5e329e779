/** Text with personal data replaced by what it was: "my name is [name]". Pure. */

import type { CategoryId } from './categories.ts'
import { piiCategories } from './categories.ts'
import { hiddenRanges } from './cover.ts'
import type { PrivacySpan } from './span.ts'

/** A word in brackets: it can be searched for and read aloud, and says how much of the sense is missing. */
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
