/** Facts about a text that several detectors need. */

import type { AnalyzedText } from './analyzed-text.ts'

/** Computed on first use and kept as long as the analyzed text is. */
export function derived<T>(compute: (analyzed: AnalyzedText) => T): (analyzed: AnalyzedText) => T {
  const cache = new WeakMap<AnalyzedText, { readonly value: T }>()
  return (analyzed) => {
    const known = cache.get(analyzed)
    if (known !== undefined) return known.value
    const value = compute(analyzed)
    cache.set(analyzed, { value })
    return value
  }
}
