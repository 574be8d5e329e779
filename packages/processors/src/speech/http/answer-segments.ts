/** Turns the response for a piece into segments in the time of the recording. */

import { hasWords, isDoubtful, isRepetitive } from '../doubt.ts'
import { groupSentences, toSegment } from '../segments.ts'
import type { Segment, Word } from '../transcript.ts'
import { oneLine } from '../transcript.ts'
import { timeWords } from '../word-times.ts'
import { alignWords } from './align-words.ts'
import type { Answer, AnswerSegment, TimedText } from './answer.ts'
import type { Piece } from './piece.ts'
import { voiceWithin } from './piece.ts'

type Stretch = readonly [startMs: number, endMs: number]

/** A segment of the server, or the whole text. */
type Part = {
  readonly texts: readonly string[]
  readonly startMs: number
  readonly endMs: number
  readonly said: Pick<AnswerSegment, 'confidence' | 'speaker' | 'isSuspicious'>
}

export function segmentAnswer(answer: Answer, piece: Piece): Segment[] {
  const segments = partsOf(answer, piece).flatMap(({ part, times }) => {
    const words = inTurn(timePart(part, times, piece), piece)
    return groupSentences(words).map((sentence) => finish(sentence, part))
  })
  const spoken = segments.filter((segment) => hasWords(segment.text))
  // A loop across several segments makes all of them doubtful.
  const isLoop = isRepetitive(spoken.map((segment) => segment.text).join(' '))
  return spoken
    .map((segment) => (isLoop ? { ...segment, isSuspicious: true } : segment))
    .toSorted((a, b) => a.startMs - b.startMs)
}

type PartTimes = readonly (Stretch | null)[]

function partsOf({ text, segments, words }: Answer, piece: Piece): { part: Part; times: PartTimes }[] {
  const { startMs, endMs } = piece
  if (segments === null) {
    const said = { confidence: undefined, speaker: undefined, isSuspicious: false }
    const part = { texts: split(text), startMs, endMs, said }
    return [{ part, times: align(part.texts, words, piece) }]
  }
  const parts = segments.map((segment) => ({
    texts: split(segment.text),
    startMs: clamp(startMs + segment.startMs, piece),
    endMs: clamp(startMs + segment.endMs, piece),
    said: segment,
  }))
  // Words next to the segments belong to all of them, in the same order.
  const all = align(
    parts.flatMap((part) => part.texts),
    words,
    piece,
  )
  let from = 0
  return parts.map((part, index) => {
    const own = segments[index]?.words ?? []
    const times = all.slice(from, from + part.texts.length)
    from += part.texts.length
    return { part, times: own.length > 0 ? align(part.texts, own, piece) : times }
  })
}

function align(texts: readonly string[], words: readonly TimedText[], piece: Piece): PartTimes {
  return alignWords(texts, words).map((found) =>
    found === null
      ? null
      : ([clamp(piece.startMs + found.startMs, piece), clamp(piece.startMs + found.endMs, piece)] as const),
  )
}

/** Words without times are spread over the voice between words with times. */
function timePart(part: Part, times: PartTimes, piece: Piece): Word[] {
  const words: Word[] = []
  let open: string[] = []
  const spreadOpen = (untilMs: number) => {
    const fromMs = words.at(-1)?.endMs ?? Math.min(part.startMs, untilMs)
    words.push(...timeWords(open, voiceWithin(piece, fromMs, Math.max(fromMs, untilMs))))
    open = []
  }
  for (const [index, text] of part.texts.entries()) {
    const found = times[index] ?? null
    if (found === null) {
      open.push(text)
      continue
    }
    if (open.length > 0) spreadOpen(found[0])
    words.push({ text, startMs: found[0], endMs: found[1], isApproximate: false })
  }
  if (open.length > 0) spreadOpen(part.endMs)
  return words
}

/** In increasing order, whatever the server returned. */
function inTurn(words: readonly Word[], piece: Piece): Word[] {
  let at = piece.startMs
  return words.map((word) => {
    const startMs = Math.max(at, word.startMs)
    const endMs = Math.max(startMs, word.endMs)
    at = endMs
    return { ...word, startMs, endMs }
  })
}

function finish(words: readonly Word[], { said }: Part): Segment {
  const plain = toSegment(words, false)
  const seconds = (plain.endMs - plain.startMs) / 1000
  const speaker = oneLine(said.speaker ?? '')
  return {
    ...plain,
    ...(said.confidence === undefined ? {} : { confidence: said.confidence }),
    ...(speaker === '' ? {} : { speaker }),
    isSuspicious: said.isSuspicious || isDoubtful({ text: plain.text, tokenCount: words.length, seconds }),
  }
}

function split(text: string): string[] {
  return oneLine(text)
    .split(' ')
    .filter((word) => word !== '')
}

function clamp(ms: number, { startMs, endMs }: Piece): number {
  return Math.min(endMs, Math.max(startMs, ms))
}
