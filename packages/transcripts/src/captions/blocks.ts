/** Splits a caption file into cues with their lines of text. Tolerates missing headers, numbers and blank lines. */
import type { TranscriptWarning } from '../transcript.ts'
import { clockStyleOf, readTimeLine } from './time-line.ts'

export type CaptionBlock = {
  readonly startMs: number
  readonly endMs: number
  /** With markup; blank lines are left out. */
  readonly lines: readonly string[]
  readonly confidence?: number
}

/** What the blocks do not say, complete when all of them are read. */
export type CaptionNotes = {
  readonly warnings: Set<TranscriptWarning>
  skipped: number
  language: string | null
}

type OpenBlock = { startMs: number; endMs: number; lines: string[]; confidence?: number }

/** Notes, styles and regions of WebVTT. */
const comment = /^(?:NOTE|STYLE|REGION)(?:\s|$)/

export function* readBlocks(
  lines: readonly string[],
  { isWebVtt }: { isWebVtt: boolean },
  notes: CaptionNotes,
): Generator<CaptionBlock> {
  const style = clockStyleOf(lines)
  let open: OpenBlock | null = null
  let confidence: number | undefined
  let isComment = isWebVtt
  let isIdentified = false
  let nextTime = readTimeLine(lines[0] ?? '', style)

  for (const [index, line] of lines.entries()) {
    const time = nextTime
    nextTime = readTimeLine(lines[index + 1] ?? '', style)
    if (time !== null) {
      if (isGluedOn(lines, index, isIdentified)) notes.warnings.add('missing_blank_line')
      if (open) yield open
      isComment = false
      isIdentified = false
      open = null
      if (time === 'broken') notes.skipped += 1
      else {
        open = { ...time, lines: [], ...(confidence !== undefined && { confidence }) }
        confidence = undefined
      }
      continue
    }
    if (line.trim() === '') {
      isComment = false
      continue
    }
    const isBlockStart = index === 0 || (lines[index - 1] ?? '').trim() === ''
    if (nextTime !== null && (isBlockStart || /^\s*\d+\s*$/.test(line))) {
      isIdentified = true
      continue
    }
    if (isWebVtt && isBlockStart && comment.test(line)) isComment = true
    if (isComment) {
      notes.language ??= statedLanguage(line)
      confidence = statedConfidence(line) ?? confidence
    } else open?.lines.push(line)
  }
  if (open) yield open
  if (notes.skipped > 0) notes.warnings.add('skipped_cue')
}

/** The identifier, if there is one, belongs to the times after it. */
function isGluedOn(lines: readonly string[], index: number, isIdentified: boolean): boolean {
  const before = lines[index - (isIdentified ? 2 : 1)]
  return before !== undefined && before.trim() !== ''
}

/** `Language: en` in the header of YouTube, `NOTE language:en-us` in Microsoft Stream. */
function statedLanguage(line: string): string | null {
  return /^(?:NOTE\s+)?language:\s*([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*$/i.exec(line)?.[1] ?? null
}

function statedConfidence(line: string): number | undefined {
  const value = Number(/^NOTE\s+confidence:\s*([01](?:\.\d+)?)\s*$/i.exec(line)?.[1] ?? Number.NaN)
  return value >= 0 && value <= 1 ? value : undefined
}
