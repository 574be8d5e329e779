/** WebVTT, SubRip and SBV. */
import { type MarkedText, readMarkup } from '../text/markup.ts'
import { oneLine, speakerLabel } from '../text/one-line.ts'
import { isName, readPrefix, repeatsPrefix } from '../text/speaker-prefix.ts'
import type { CueWord, RawCue, RawTranscript } from '../transcript.ts'
import { type CaptionBlock, type CaptionNotes, readBlocks } from './blocks.ts'
import { dropRepeatedLines, hasInlineTimes } from './rolling.ts'
import { readSpokenJson } from './spoken-json.ts'

export type CaptionOptions = {
  readonly isWebVtt: boolean
  readonly hasEntities: boolean
  /** Word documents of Teams write the name on the first line of a cue. */
  readonly hasNameLine?: boolean
}

export function readCaptions(lines: readonly string[], options: CaptionOptions): RawTranscript {
  const notes: CaptionNotes = { warnings: new Set(), skipped: 0, language: null }
  // Most files are read block by block; these two dialects show only in the file as a whole.
  const mayRoll = hasInlineTimes(lines)
  const all = readBlocks(lines, options, notes)
  const blocks = mayRoll || lines.some((line) => bracketName.test(line)) ? [...all] : all
  const hasBracketNames = Array.isArray(blocks) && writesNamesInBrackets(blocks)
  const cues: RawCue[] = []
  let group = 0
  for (const block of Array.isArray(blocks) && mayRoll ? dropRepeatedLines(blocks) : blocks) {
    const found = readBlock(block, options, { hasBracketNames, notes })
    if (found.length === 0) notes.warnings.add('empty_cue')
    if (found.length > 1) {
      group += 1
      cues.push(...found.map((cue) => ({ ...cue, group })))
    } else cues.push(...found)
  }
  nameSpeakers(cues)
  return { cues, ...notes }
}

function readBlock(
  block: CaptionBlock,
  options: CaptionOptions,
  { hasBracketNames, notes }: { hasBracketNames: boolean; notes: CaptionNotes },
): RawCue[] {
  const spoken = readSpokenJson(block.lines)
  if (!spoken)
    return partsOf(block.lines, { hasBracketNames, hasNameLine: options.hasNameLine ?? false }).flatMap(
      (part) => cuesOf(block, part, options),
    )
  const { speaker, text, language } = spoken
  notes.language ??= language
  return text === '' ? [] : [{ ...timesOf(block), speaker, text }]
}

type Part = { readonly speaker: string | null; readonly lines: string[] }

type NameLines = { readonly hasBracketNames: boolean; readonly hasNameLine: boolean }

const bracketName = /^\s*\(([^()]{1,60})\)\s*$/

/** Google Meet writes `(Name)` on a line of its own. Others write `(laughs)` there, so most cues have to have it. */
function writesNamesInBrackets(blocks: readonly CaptionBlock[]): boolean {
  const named = blocks.filter(({ lines }) => lines.length > 1 && bracketName.test(lines[0] ?? ''))
  return named.length > 0 && named.length * 3 >= blocks.length * 2
}

function partsOf(lines: readonly string[], { hasBracketNames, hasNameLine }: NameLines): Part[] {
  const [first = '', ...rest] = lines
  if (hasNameLine && rest.length > 0 && isName(first.trim()))
    return [{ speaker: first.trim(), lines: [...rest] }]
  if (!hasBracketNames) return [{ speaker: null, lines: [...lines] }]
  const parts: Part[] = []
  for (const line of lines) {
    const name = bracketName.exec(line)?.[1]
    if (name !== undefined) parts.push({ speaker: name, lines: [] })
    else if (line.trim() !== '-') {
      const part = parts.at(-1) ?? { speaker: null, lines: [] }
      if (parts.length === 0) parts.push(part)
      part.lines.push(line)
    }
  }
  return parts
}

/** `{\an8}` and the like place a line on the screen. */
const placement = /\{\\[^{}]*\}/g

function cuesOf(block: CaptionBlock, part: Part, options: CaptionOptions): RawCue[] {
  const source = part.lines.join('\n')
  const marked = readMarkup(options.isWebVtt ? source : source.replace(placement, ''), options)
  const cues: RawCue[] = []
  for (const pieces of groupVoices(marked)) {
    const text = oneLine(pieces.map((piece) => piece.text).join(''))
    if (text === '') continue
    const label = pieces[0]?.voice ?? part.speaker
    const words = timedWords(pieces, block)
    cues.push({
      ...timesOf(block),
      speaker: label === null ? null : speakerLabel(label),
      text,
      ...(words && { words }),
    })
  }
  return cues
}

function timesOf({
  startMs,
  endMs,
  confidence,
}: CaptionBlock): Pick<RawCue, 'startMs' | 'endMs' | 'confidence'> {
  return confidence === undefined ? { startMs, endMs } : { startMs, endMs, confidence }
}

function groupVoices(pieces: readonly MarkedText[]): MarkedText[][] {
  const groups: MarkedText[][] = []
  for (const piece of pieces) {
    const last = groups.at(-1)
    // Blanks between two voices belong to neither.
    if (piece.voice === null && piece.text.trim() === '' && piece.startMs === null) continue
    if (last && last[0]?.voice === piece.voice) last.push(piece)
    else groups.push([piece])
  }
  return groups
}

/** Undefined if the cue has no times inside. */
function timedWords(pieces: readonly MarkedText[], block: CaptionBlock): CueWord[] | undefined {
  if (pieces.every((piece) => piece.startMs === null)) return undefined
  return pieces.map(({ text, startMs }, index) => ({
    text: oneLine(text),
    startMs: startMs ?? block.startMs,
    endMs: pieces[index + 1]?.startMs ?? block.endMs,
  }))
}

/** A prefix is a name if some prefix of the file occurs twice, or if `>>` precedes it. */
function nameSpeakers(cues: RawCue[]): void {
  const areNames = repeatsPrefix(unnamedTexts(cues))
  for (const [index, cue] of cues.entries()) {
    if (cue.speaker !== null) continue
    const prefix = readPrefix(cue.text)
    if (!prefix || prefix.text === '' || !(areNames || prefix.isMarked)) continue
    // Its words still start with the name, whose length is unknown in them.
    const { words: _words, ...rest } = cue
    cues[index] = { ...rest, speaker: speakerLabel(prefix.name), text: prefix.text }
  }
}

function* unnamedTexts(cues: readonly RawCue[]): Generator<string> {
  for (const { speaker, text } of cues) if (speaker === null) yield text
}
