/**
 * Highlights text with the CSS Custom Highlight API, without changing the DOM. Browsers without it show no
 * highlights. Each name needs a `::highlight(name)` rule in a style sheet.
 */
export type HighlightName = 'found' | 'found-current' | 'spoken'

export function highlightRanges(name: HighlightName, ranges: readonly AbstractRange[]): void {
  if (!('highlights' in CSS)) return
  if (ranges.length === 0) {
    CSS.highlights.delete(name)
    return
  }
  const highlight = new Highlight(...ranges)
  // Above the others, of which it may be one.
  highlight.priority = name === 'found-current' ? 1 : 0
  CSS.highlights.set(name, highlight)
}
