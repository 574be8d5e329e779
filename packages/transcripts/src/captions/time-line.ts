/** The line of a caption that has its times. */
import { type ClockStyle, isUnpadded, parseClock } from '../text/clock.ts'

export type TimeLine = { readonly startMs: number; readonly endMs: number }

const sbvLine = /^\s*(\d{1,4}:\d{2}:\d{2}\.\d{1,3}),(\d{1,4}:\d{2}:\d{2}\.\d{1,3})\s*$/

/** `broken` looks like times and is none; null is any other line. */
export function readTimeLine(line: string, style: ClockStyle): TimeLine | 'broken' | null {
  const arrow = line.indexOf('-->')
  if (arrow < 0) return readOther(line, style)
  const startMs = parseClock(line.slice(0, arrow).trim(), style)
  const endMs = parseClock(firstToken(line, arrow + 3), style)
  if (startMs !== null && endMs !== null) return { startMs, endMs }
  return isTimeLike(line) ? 'broken' : null
}

function readOther(line: string, style: ClockStyle): TimeLine | 'broken' | null {
  if (!line.includes(':')) return null
  const sbv = sbvLine.exec(line)
  if (sbv) {
    const [startMs, endMs] = [parseClock(sbv[1] ?? '', style), parseClock(sbv[2] ?? '', style)]
    return startMs === null || endMs === null ? 'broken' : { startMs, endMs }
  }
  return isTimeLike(line) ? 'broken' : null
}

/** Long enough for any time; a long line is not searched to its end. */
const tokenChars = 40

function firstToken(line: string, from: number): string {
  return (
    line
      .slice(from, from + tokenChars)
      .trimStart()
      .split(/\s/, 1)[0] ?? ''
  )
}

/** A clock, then an arrow of any kind. */
function isTimeLike(line: string): boolean {
  return /^\s{0,20}[^\s<]{0,30}\d:[^\s<]{0,30}\s{0,20}(?:-->|->|=>)/.test(line.slice(0, 120))
}

/** Teams pads no times, so that the first of them show it. */
const styleLines = 2000

/** Teams writes times without padding, and its fractions differently. One such time gives a file away. */
export function clockStyleOf(lines: readonly string[]): ClockStyle {
  return { hasMillisecondCount: lines.slice(0, styleLines).some(isUnpaddedLine) }
}

function isUnpaddedLine(line: string): boolean {
  const arrow = line.indexOf('-->')
  if (arrow < 0 || arrow > tokenChars) return false
  return isUnpadded(line.slice(0, arrow).trim()) || isUnpadded(firstToken(line, arrow + 3))
}

export type CaptionKind = 'arrows' | 'sbv'

/** The first line with valid times decides; null for a file without any. */
export function captionKind(lines: readonly string[]): CaptionKind | null {
  const style = clockStyleOf(lines)
  for (const line of lines) {
    const times = readTimeLine(line, style)
    if (times !== null && times !== 'broken') return line.includes('-->') ? 'arrows' : 'sbv'
  }
  return null
}
