/** Finds words in the loaded lines, highlights all matches and steps through them. */
import type { TranscriptSegment } from '@inlet/contract/workspace'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { findWords, wordPattern } from '../../ui/find-words.ts'
import { formatCount } from '../../ui/format/count.ts'
import { highlightRanges } from '../../ui/highlight-ranges.ts'
import { textOf } from './transcript-time.ts'
import { rangeOf, textNodeOf } from './use-spoken-word.ts'

const maxFound = 5000

export function useFindInLines(input: {
  list: RefObject<HTMLOListElement | null>
  segments: readonly TranscriptSegment[]
  find: string | undefined
  scrollToLine: (line: HTMLElement) => void
}) {
  const { list, segments, find, scrollToLine } = input
  const [place, setPlace] = useState(0)
  const found = useMemo(() => {
    const pattern = find === undefined ? undefined : wordPattern(find)
    if (!pattern) return []
    return segments
      .flatMap((segment) =>
        findWords(textOf(segment), pattern).map((range) => ({ ...range, number: segment.number })),
      )
      .slice(0, maxFound)
  }, [segments, find])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search starts at the first match
  useEffect(() => setPlace(0), [find])

  useEffect(() => {
    const lines = found.length > 0 ? linesByNumber(list.current) : new Map<number, HTMLElement>()
    const ranges = found.flatMap(({ number, start, end }) => {
      const node = textNodeOf(lines.get(number) ?? null)
      return node ? [rangeOf(node, start, end)] : []
    })
    highlightRanges('found', ranges)
    highlightRanges('found-current', ranges.slice(place, place + 1))
    const current = found[place]
    const line = current && lines.get(current.number)
    if (line) scrollToLine(line)
    return () => {
      highlightRanges('found', [])
      highlightRanges('found-current', [])
    }
  }, [found, place, list, scrollToLine])

  const step = useCallback(
    (by: 1 | -1) => {
      if (found.length > 0) setPlace((at) => (at + by + found.length) % found.length)
    },
    [found],
  )
  const text = found.length === 0 ? 'No results' : `${formatCount(place + 1)} of ${formatCount(found.length)}`
  return { count: found.length, text, step }
}

const linesByNumber = (list: HTMLElement | null): Map<number, HTMLElement> =>
  new Map(
    [...(list?.children ?? [])].flatMap((line) =>
      line instanceof HTMLElement ? [[Number(line.dataset['line']), line] as const] : [],
    ),
  )
