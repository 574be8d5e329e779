/**
 * Gives the words of a corrected line their times. Words that stay keep theirs; a word that replaces another one takes
 * its time; others share the time between their neighbours. See docs/adr/0101.
 */

export interface TimedLine {
  start_ms: number
  end_ms: number
  words: readonly string[]
  starts: readonly number[]
  ends: readonly number[]
  are_times_approximate: boolean
}

export type LineWords = Pick<TimedLine, 'words' | 'starts' | 'ends' | 'are_times_approximate'>

export function realignWords(line: TimedLine, words: readonly string[]): LineWords {
  const starts: number[] = []
  const ends: number[] = []
  let isEstimated = false
  for (const { from, to, first, last } of hunksOf(line.words.map(comparable), words.map(comparable))) {
    if (to - from === last - first) {
      starts.push(...line.starts.slice(from, to))
      ends.push(...line.ends.slice(from, to))
      continue
    }
    if (first === last) continue
    isEstimated = true
    const [startMs, endMs] = from < to ? spanOf(line, from, to) : gapAt(line, from)
    spread(words.slice(first, last), startMs, endMs).forEach(([start, end]) => {
      starts.push(start)
      ends.push(end)
    })
  }
  const are_times_approximate = words.length > 0 && (line.are_times_approximate || isEstimated)
  return { words, starts, ends, are_times_approximate }
}

/** Punctuation and case do not make another word. */
function comparable(word: string): string {
  const letters = word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
  return letters === '' ? word : letters
}

/** The words `from` to `to` of the old line became the words `first` to `last`; the ends are exclusive. */
interface Hunk {
  from: number
  to: number
  first: number
  last: number
}

/** With more cells than this, the changed part of a line counts as one replacement. */
const maxCells = 1_000_000

/** Both lines in order, split where a longest common subsequence of their words is. */
function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const hunks: Hunk[] = [{ from: 0, to: head, first: 0, last: head }]
  let [from, first] = [head, head]
  const [to, last] = [before.length - tail, after.length - tail]
  for (const [x, y] of commonWords(before.slice(from, to), after.slice(first, last))) {
    const [at, now] = [head + x, head + y]
    hunks.push({ from, to: at, first, last: now }, { from: at, to: at + 1, first: now, last: now + 1 })
    ;[from, first] = [at + 1, now + 1]
  }
  hunks.push({ from, to, first, last }, { from: to, to: before.length, first: last, last: after.length })
  return hunks
}

/** Pairs of indexes of a longest common subsequence. */
function commonWords(before: readonly string[], after: readonly string[]): [number, number][] {
  const width = after.length + 1
  if (before.length * after.length > maxCells) return []
  const lengths = new Uint16Array((before.length + 1) * width)
  const at = (x: number, y: number) => lengths[x * width + y] ?? 0
  for (let x = before.length - 1; x >= 0; x -= 1)
    for (let y = after.length - 1; y >= 0; y -= 1)
      lengths[x * width + y] =
        before[x] === after[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1))
  const pairs: [number, number][] = []
  for (let x = 0, y = 0; x < before.length && y < after.length; ) {
    if (before[x] === after[y]) pairs.push([x++, y++])
    else if (at(x + 1, y) >= at(x, y + 1)) x += 1
    else y += 1
  }
  return pairs
}

/** The time of the words `from` to `to`, which ends where the next word starts. */
function spanOf({ starts, ends }: TimedLine, from: number, to: number): [number, number] {
  const startMs = starts[from] ?? 0
  const endMs = Math.min(ends[to - 1] ?? startMs, starts[to] ?? Number.POSITIVE_INFINITY)
  return [startMs, Math.max(startMs, endMs)]
}

/** The pause before the word at this index. Empty where words overlap. */
function gapAt({ start_ms, end_ms, starts, ends }: TimedLine, index: number): [number, number] {
  const before = ends[index - 1]
  const after = starts[index]
  if (after !== undefined) return [Math.min(before ?? start_ms, after), after]
  return before === undefined ? [start_ms, Math.max(start_ms, end_ms)] : [before, Math.max(before, end_ms)]
}

/** In proportion to the lengths of the words. */
function spread(words: readonly string[], startMs: number, endMs: number): [number, number][] {
  const total = words.reduce((sum, word) => sum + word.length + 1, 0)
  let chars = 0
  const at = () => Math.round(startMs + ((endMs - startMs) * chars) / total)
  return words.map((word) => {
    const start = at()
    chars += word.length + 1
    return [start, at()]
  })
}
