/** Highlights the current line and word directly in the DOM, because re-rendering would be too slow. */
import type { TranscriptSegment } from '@inlet/contract/workspace'
import { type RefObject, useEffect } from 'react'
import { highlightRanges } from '../../ui/highlight-ranges.ts'
import type { Player } from './player.ts'
import { segmentAt, wordAt } from './transcript-time.ts'

export const lineOf = (list: HTMLElement | null, number: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-line="${number}"]`) ?? null

/** The single text node of a line. */
export function textNodeOf(line: HTMLElement | null): Text | undefined {
  const node = line?.querySelector('p')?.firstChild
  return node instanceof Text ? node : undefined
}

export function useSpokenWord(input: {
  list: RefObject<HTMLOListElement | null>
  segments: readonly TranscriptSegment[]
  player: Player
  onLine: (line: HTMLElement) => void
}): void {
  const { list, segments, player, onLine } = input
  useEffect(() => {
    let current: TranscriptSegment | undefined
    let line: HTMLElement | null = null
    let marked = -1
    const show = (seconds: number) => {
      const ms = seconds * 1000
      const segment = seconds > 0 ? segments[segmentAt(segments, ms)] : undefined
      if (segment !== current) {
        current = segment
        line?.removeAttribute('data-now')
        line = segment ? lineOf(list.current, segment.number) : null
        line?.setAttribute('data-now', '')
        if (line) onLine(line)
      }
      const word = segment && ms < segment.end_ms + 400 ? wordAt(segment, ms) : undefined
      const mark = word && segment ? segment.start_ms + word.start : -1
      if (mark === marked) return
      marked = mark
      const node = word && textNodeOf(line)
      highlightRanges('spoken', node && word ? [rangeOf(node, word.start, word.end)] : [])
    }
    show(player.time())
    const end = player.onTime(show)
    return () => {
      end()
      line?.removeAttribute('data-now')
      highlightRanges('spoken', [])
    }
  }, [list, segments, player, onLine])
}

export function rangeOf(node: Text, start: number, end: number): Range {
  const range = document.createRange()
  range.setStart(node, Math.min(start, node.length))
  range.setEnd(node, Math.min(end, node.length))
  return range
}
