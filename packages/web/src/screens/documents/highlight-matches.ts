/** Highlights search matches on rendered pages. A match may span several elements. */
import { findWords } from '../../ui/find-words.ts'
import { highlightRanges } from '../../ui/highlight-ranges.ts'

const onPages = new Map<number, Range[]>()

/** Returns a function that removes the highlights. */
export function highlightMatches(
  number: number,
  container: HTMLElement,
  pattern: RegExp | undefined,
): () => void {
  onPages.set(number, pattern ? rangesIn(container, pattern) : [])
  paint()
  return () => {
    onPages.delete(number)
    paint()
  }
}

interface ShownMatch {
  page: number
  /** From 0, on its page. */
  index: number
}

let shown: (ShownMatch & { reveal: (range: Range) => void; isRevealed: boolean }) | undefined

/**
 * Marks one match as the current one. `reveal` is called once its page has its text, which may be later. Returns a function that
 * removes the mark.
 */
export function showMatch(match: ShownMatch, reveal: (range: Range) => void): () => void {
  const own = { ...match, reveal, isRevealed: false }
  shown = own
  paint()
  return () => {
    if (shown !== own) return
    shown = undefined
    paint()
  }
}

function paint(): void {
  highlightRanges('found', [...onPages.values()].flat())
  const ranges = (shown && onPages.get(shown.page)) ?? []
  // The text of the page may be divided differently than the text that was searched.
  const range = shown && ranges[Math.min(shown.index, ranges.length - 1)]
  highlightRanges('found-current', range ? [range] : [])
  if (!shown || !range || shown.isRevealed) return
  shown.isRevealed = true
  shown.reveal(range)
}

interface Piece {
  node: Text
  start: number
}

function rangesIn(container: HTMLElement, pattern: RegExp): Range[] {
  const pieces: Piece[] = []
  let text = ''
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, start: text.length })
      text += node.data
    } else if (node.nodeName === 'BR') text += '\n'
  }
  return findWords(text, pattern).flatMap(({ start, end }) => {
    const from = pieceAt(pieces, start)
    const to = pieceAt(pieces, end - 1)
    if (!from || !to) return []
    const range = document.createRange()
    range.setStart(from.node, start - from.start)
    range.setEnd(to.node, end - to.start)
    return [range]
  })
}

const pieceAt = (pieces: readonly Piece[], at: number): Piece | undefined =>
  pieces.findLast(({ start, node }) => start <= at && at < start + node.data.length)
