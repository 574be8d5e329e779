/** Splits a transcript into captions short enough to read. Pure. */

import type { Segment, Word } from '@inlet/processors'
import { oneLine } from './transcript-text.ts'

/** Two lines of 42 characters and seven seconds are the usual limits of broadcasters. */
const maxChars = 84
const maxCueMs = 7000
/** A shorter cue is extended, at most until the next one. */
const minCueMs = 1000

type Cue = { startMs: number; endMs: number; readonly text: string; readonly speaker: string | null }

export function toVtt(segments: readonly Segment[]): string {
  const cues = cuesOf(segments).map((cue) => {
    const voice = cue.speaker === null ? '' : `<v ${escapeVtt(cue.speaker)}>`
    return `${timing(cue, '.')}\n${voice}${escapeVtt(cue.text)}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** SubRip has no escapes, so characters that players read as tags are replaced by look-alikes. */
export function toSrt(segments: readonly Segment[]): string {
  const cues = cuesOf(segments).map((cue, index) => {
    const text = cue.speaker === null ? cue.text : `${cue.speaker}: ${cue.text}`
    return `${index + 1}\n${timing(cue, ',')}\n${disarmSrt(text)}\n`
  })
  return cues.join('\n')
}

function cuesOf(segments: readonly Segment[]): Cue[] {
  const cues = segments.flatMap((segment) => {
    const speaker = oneLine(segment.speaker ?? '') || null
    return splitSegment(segment).map((words) => toCue(words, speaker))
  })
  const shown = cues.filter((cue) => cue.text !== '')
  for (const [index, cue] of shown.entries()) {
    const nextMs = shown[index + 1]?.startMs ?? Number.POSITIVE_INFINITY
    if (cue.endMs - cue.startMs < minCueMs)
      cue.endMs = Math.max(cue.endMs, Math.min(cue.startMs + minCueMs, nextMs))
  }
  return shown
}

function toCue(words: readonly Word[], speaker: string | null): Cue {
  const startMs = words[0]?.startMs ?? 0
  // Players drop cues without a duration.
  const endMs = Math.max(words.at(-1)?.endMs ?? startMs, startMs + 1)
  return { startMs, endMs, text: oneLine(words.map((word) => word.text).join(' ')), speaker }
}

/** A segment without timed words is not split. */
function splitSegment(segment: Segment): Word[][] {
  const { startMs, endMs, text } = segment
  if (segment.words.length === 0) return [[{ startMs, endMs, text, isApproximate: true }]]
  const pieces: Word[][] = []
  let open: Word[] = []
  let chars = 0
  for (const word of segment.words) {
    const beganMs = open[0]?.startMs ?? word.startMs
    const isFull = chars + word.text.length > maxChars || word.endMs - beganMs > maxCueMs
    const isGoodBreak = chars > maxChars / 2 && /[,;:–—]$/u.test(open.at(-1)?.text ?? '')
    if (open.length > 0 && (isFull || isGoodBreak)) {
      pieces.push(open)
      open = []
      chars = 0
    }
    open.push(word)
    chars += word.text.length + 1
  }
  return [...pieces, open]
}

function timing(cue: Cue, decimal: '.' | ','): string {
  return `${clock(cue.startMs, decimal)} --> ${clock(cue.endMs, decimal)}`
}

function clock(ms: number, decimal: '.' | ','): string {
  const whole = Math.max(0, Math.round(ms))
  const pad = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0')
  const time = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1000) % 60].map((part) => pad(part, 2))
  return `${time.join(':')}${decimal}${pad(whole % 1000, 3)}`
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function disarmSrt(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{\\', '{ \\')
}
