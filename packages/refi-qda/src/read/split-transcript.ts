/** A transcript of another program as segments with times and speakers. */
import { normalizeText } from './place-selections.ts'
import type { ReadSegment } from './project.ts'

/** A place in the text, in code points, and its time. */
export interface TimedPlace {
  timeMs: number
  position: number
}

/** A colon is searched in 60 characters only, as lines may be megabytes of spaces. */
const prefix = /^([^\s:][^:\n]{0,58}):\s/u

/** Lines begin with names only if most of them do: `Note: …` in a single line is no speaker. */
function hasSpeakers(lines: readonly string[]): boolean {
  const spoken = lines.filter((line) => line.trim() !== '')
  return spoken.length > 0 && spoken.filter((line) => prefix.test(line)).length * 2 > spoken.length
}

/** Text between two sync points is a segment; lines without a point of their own belong to the segment before. */
export function splitTranscript(raw: string, points: readonly TimedPlace[]): ReadSegment[] {
  const text = normalizeText(raw)
  const areNamed = hasSpeakers(text.split('\n'))
  const sorted = points.toSorted((a, b) => a.position - b.position || a.timeMs - b.timeMs)
  const cuts = indexCodePoints(
    text,
    sorted.map(({ position }) => position),
  )
  const segments: ReadSegment[] = []
  let speaker: string | null = null
  const starts = sorted[0]?.position === 0 ? [] : [{ index: 0, timeMs: 0 }]
  const pieces = [...starts, ...sorted.map(({ timeMs }, i) => ({ index: cuts[i] ?? text.length, timeMs }))]
  for (const [i, { index, timeMs }] of pieces.entries()) {
    const next = pieces[i + 1]
    for (const line of text.slice(index, next?.index ?? text.length).split('\n')) {
      const named = areNamed ? prefix.exec(line) : null
      if (named) speaker = named[1]?.trim() ?? null
      const words = (named ? line.slice(named[0].length) : line).trim()
      if (words === '') continue
      const endMs = next ? Math.max(next.timeMs, timeMs) : null
      segments.push({ startMs: timeMs, endMs, speaker, text: words })
    }
  }
  return segments
}

/** String indexes of rising positions in code points. */
function indexCodePoints(text: string, positions: readonly number[]): number[] {
  const indexes: number[] = []
  let index = 0
  let codePoints = 0
  for (const position of positions) {
    while (codePoints < position && index < text.length) {
      index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
      codePoints += 1
    }
    indexes.push(index)
  }
  return indexes
}
