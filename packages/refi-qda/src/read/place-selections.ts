/**
 * Where selections of a text begin and end. Programs count code points or UTF-16 units, a line end CRLF as one or two, and a
 * byte order mark or not; the names of selections, which often quote the text, show which one it was.
 */
export interface Counting {
  unit: 'code point' | 'utf-16'
  /** CRLF counts as one. */
  isLineEndOne: boolean
  /** The byte order mark counts. */
  isMarkCounted: boolean
}

/** In the order of preference. */
export const countings: readonly Counting[] = [false, true].flatMap((isMarkCounted) =>
  [false, true].flatMap((isLineEndOne) =>
    (['code point', 'utf-16'] as const).map((unit) => ({ unit, isLineEndOne, isMarkCounted })),
  ),
)

export interface RawSelection {
  guid: string
  name: string
  start: number
  end: number
}

export interface PlacedSelection {
  /** In code points of the text with line feeds only and without a mark; the end is exclusive. */
  start: number
  end: number
  quote: string
}

const mark = '\ufeff'

/** The text that positions refer to after placing. */
export const normalizeText = (raw: string): string =>
  (raw.startsWith(mark) ? raw.slice(1) : raw).replace(/\r\n?/g, '\n')

/** A place in the normalized text: index of a string, and code points. */
interface Place {
  index: number
  codePoints: number
}

/** The place of each position; positions inside a character or beyond the end are absent. */
function findPlaces(raw: string, positions: ReadonlySet<number>, counting: Counting): Map<number, Place> {
  const found = new Map<number, Place>()
  const at: Place = { index: 0, codePoints: 0 }
  let position = 0
  let from = 0
  if (raw.startsWith(mark)) {
    from = 1
    if (counting.isMarkCounted) position = 1
  }
  for (let i = from; ; ) {
    if (positions.has(position)) found.set(position, { ...at })
    if (i >= raw.length) return found
    const size = (raw.codePointAt(i) ?? 0) > 0xffff ? 2 : 1
    const isLineEnd = raw[i] === '\r' && raw[i + 1] === '\n'
    i += isLineEnd ? 2 : size
    position += isLineEnd ? (counting.isLineEndOne ? 1 : 2) : counting.unit === 'utf-16' ? size : 1
    at.index += isLineEnd ? 1 : size
    at.codePoints += 1
  }
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Names are cut with an ellipsis, and line ends in them are spaces. Undefined if there is nothing to compare. */
function quoteOf(name: string): { text: string; isCut: boolean } | undefined {
  const text = squeeze(name)
  const cut = /^(.*?)(?:…|\.\.\.)$/.exec(text)?.[1]
  const quoted = cut === undefined ? text : cut.trim()
  return quoted === '' ? undefined : { text: quoted, isCut: cut !== undefined }
}

/** Passages far longer than their name are not compared: a name is never so much shorter than what it quotes. */
function isQuotedBy(name: string, passage: string): boolean {
  const quote = quoteOf(name)
  if (!quote) return false
  const comparable = 4 * name.length + 1_000
  if (passage.length > comparable && !quote.isCut) return false
  const said = squeeze(passage.slice(0, comparable))
  return said === squeeze(name) || (quote.isCut ? said.startsWith(quote.text) : said === quote.text)
}

interface Span {
  from: Place
  to: Place
}

function spansOf(
  raw: string,
  selections: readonly RawSelection[],
  counting: Counting,
): Map<RawSelection, Span> {
  const positions = new Set(selections.flatMap(({ start, end }) => [start, end]))
  const places = findPlaces(raw, positions, counting)
  return new Map(
    selections.flatMap((selection) => {
      const from = places.get(selection.start)
      const to = places.get(selection.end)
      return from && to && to.index >= from.index ? [[selection, { from, to }] as const] : []
    }),
  )
}

/** How many names each way of counting explains as quotes, in the order of `countings`. */
export function scoreCountings(raw: string, selections: readonly RawSelection[]): number[] {
  if (selections.length === 0) return countings.map(() => 0)
  const text = normalizeText(raw)
  const has = {
    mark: raw.startsWith(mark),
    lineEnd: raw.includes('\r\n'),
    pair: /[\u{10000}-\u{10ffff}]/u.test(raw),
  }
  const known = new Map<string, number>()
  return countings.map((counting) => {
    // Ways that give the same positions in this text are tried once.
    const key = [
      has.pair && counting.unit === 'utf-16',
      has.lineEnd && counting.isLineEndOne,
      has.mark && counting.isMarkCounted,
    ].join()
    const score = known.get(key) ?? countQuotes(text, spansOf(raw, selections, counting))
    known.set(key, score)
    return score
  })
}

function countQuotes(text: string, spans: ReadonlyMap<RawSelection, Span>): number {
  let count = 0
  for (const [{ name }, { from, to }] of spans)
    if (isQuotedBy(name, text.slice(from.index, to.index))) count += 1
  return count
}

/** The best way of counting for a text: its own quotes decide, then those of the whole project, then the order. */
export function chooseCounting(scores: readonly number[], ofProject: readonly number[]): Counting {
  const best = Math.max(...scores)
  const candidates = countings.map((_, i) => i).filter((i) => scores[i] === best)
  const [chosen = 0] = candidates.toSorted((a, b) => (ofProject[b] ?? 0) - (ofProject[a] ?? 0) || a - b)
  return countings[chosen] ?? { unit: 'code point', isLineEndOne: false, isMarkCounted: false }
}

export interface Placement {
  placed: Map<string, PlacedSelection>
  /** GUIDs of selections whose positions and quotes contradict each other, or that lie outside the text. */
  unplaced: string[]
}

/** How many characters may be searched to tell titles from quotes that are elsewhere. */
const searchBudget = 200_000_000

/** A search for a longer string can take time that grows with the product of both lengths. */
const maxSearched = 250

export function placeSelections(
  raw: string,
  selections: readonly RawSelection[],
  counting: Counting,
): Placement {
  const text = normalizeText(raw)
  const squeezed = squeeze(text)
  let budget = searchBudget
  /** A name that does not occur in the text is a title. */
  const isTitle = (name: string): boolean => {
    const quote = quoteOf(name)
    if (!quote) return true
    budget -= squeezed.length
    return budget >= 0 && !squeezed.includes(quote.text.slice(0, maxSearched))
  }
  const spans = spansOf(raw, selections, counting)
  const result: Placement = { placed: new Map(), unplaced: [] }
  for (const selection of selections) {
    const span = spans.get(selection)
    const quote = span && text.slice(span.from.index, span.to.index)
    if (span && quote !== undefined && (isQuotedBy(selection.name, quote) || isTitle(selection.name)))
      result.placed.set(selection.guid, { start: span.from.codePoints, end: span.to.codePoints, quote })
    else result.unplaced.push(selection.guid)
  }
  return result
}
