/**
 * Marks words in the page without touching its elements, by the CSS Custom Highlight API. Where a browser lacks
 * it, nothing is marked and all else works. Each name has a rule `::highlight(name)` in a style sheet.
 */
export type HighlightName = 'found' | 'found-current' | 'spoken'

export function highlightRanges(name: HighlightName, ranges: readonly AbstractRange[]): void {
  if (!('highlights' in CSS)) return
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}
