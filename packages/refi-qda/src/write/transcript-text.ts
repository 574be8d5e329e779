/** A transcript as text with sync points, as programs for analysis read it. */
import { countCodePoints, plainText } from '../text.ts'

export interface SpokenSegment {
  startMs: number
  endMs: number
  /** Null if speakers were not identified. */
  speaker: string | null
  text: string
}

export interface SyncPoint {
  timeMs: number
  /** In code points. */
  position: number
}

export interface TranscriptText {
  text: string
  points: SyncPoint[]
}

const oneLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim()

/**
 * A line for each turn, `Speaker: words`, and a sync point for each segment. The first point is 0/0, the last one the end of the
 * text; times and positions both rise, because some programs refuse anything else.
 */
export function transcriptText(segments: readonly SpokenSegment[], durationMs: number): TranscriptText {
  const points: SyncPoint[] = [{ timeMs: 0, position: 0 }]
  const parts: string[] = []
  let position = 0
  let speaker: string | null | undefined
  let endMs = 0
  const append = (text: string) => {
    parts.push(text)
    position += countCodePoints(text)
  }
  for (const segment of segments) {
    const words = oneLine(segment.text)
    if (words === '') continue
    const isSameTurn = segment.speaker !== null && segment.speaker === speaker
    if (isSameTurn) append(' ')
    else if (position > 0) append('\n')
    addPoint(points, { timeMs: segment.startMs, position })
    if (!isSameTurn && segment.speaker !== null) append(`${oneLine(segment.speaker)}: `)
    append(words)
    speaker = segment.speaker
    endMs = Math.max(endMs, segment.endMs)
  }
  if (position > 0) append('\n')
  const lastMs = points.at(-1)?.timeMs ?? 0
  addPoint(points, { timeMs: Math.max(Math.round(durationMs), Math.round(endMs), lastMs + 1), position })
  return { text: parts.join(''), points }
}

function addPoint(points: SyncPoint[], { timeMs, position }: SyncPoint): void {
  const last = points.at(-1)
  const rounded = Math.round(timeMs)
  if (!last || (rounded > last.timeMs && position > last.position)) points.push({ timeMs: rounded, position })
}
