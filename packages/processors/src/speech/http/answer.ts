/** What a speech server answers, in the forms that are about. Nothing in it is believed before it is looked at. Pure. */

export type TimedText = { readonly text: string; readonly startMs: number; readonly endMs: number }

export type AnswerSegment = TimedText & {
  /** Empty when the server tells no words, or tells them beside the segments. */
  readonly words: readonly TimedText[]
  readonly confidence: number | undefined
  readonly speaker: string | undefined
  /** The server doubts itself. */
  readonly isSuspicious: boolean
}

/** Times are in milliseconds from the beginning of what was sent, and may lie outside it. */
export type Answer = {
  readonly text: string
  /** In order of time, without those that the server takes for silence; null when it tells none, or none with times. */
  readonly segments: readonly AnswerSegment[] | null
  readonly words: readonly TimedText[]
}

/** Of anything in an answer. Ten times more than can be said in a piece: a server that tells more has lost its mind. */
const maxItems = 6000
const maxTextChars = 60_000

/** From Whisper's own decoder: where both say so there is no speech, where one does a person should listen. */
const noSpeechFrom = 0.6
const unsureBelow = -1
/** Text that can be packed this well repeats itself. */
const packedFrom = 2.4

/** Null for what is no answer. */
export function readAnswer(value: unknown): Answer | null {
  const fields = fieldsOf(value)
  if (fields === null) return null
  const text = fields.get('text')
  const segments = listOf(fields.get('segments'))
  const words = listOf(fields.get('words'))
  if (typeof text !== 'string' && segments === null && words === null) return null
  if (Math.max(segments?.length ?? 0, words?.length ?? 0) > maxItems) return null
  const found = (segments ?? []).map(readSegment).filter((segment) => segment !== null)
  // One without times makes the others useless: its words would be lost.
  const isTimed = found.every(({ startMs, endMs }) => Number.isFinite(startMs) && Number.isFinite(endMs))
  const all = typeof text === 'string' ? text : textOf(found.length > 0 ? found : readWords(words))
  if (Math.max(all.length, textOf(found).length) > maxTextChars) return null
  return {
    text: all,
    segments: found.length > 0 && isTimed ? inOrder(found.filter((segment) => !segment.isSilent)) : null,
    words: readWords(words),
  }
}

type FoundSegment = AnswerSegment & { readonly isSilent: boolean }

function readSegment(value: unknown): FoundSegment | null {
  const fields = fieldsOf(value)
  const text = fields?.get('text')
  if (fields === null || typeof text !== 'string' || text.trim() === '') return null
  const logProbability = numberOr(fields.get('avg_logprob'), 0)
  const hasProbability = Number.isFinite(fields.get('avg_logprob'))
  const isNoSpeech = numberOr(fields.get('no_speech_prob'), 0) > noSpeechFrom
  const isUnsure = logProbability < unsureBelow
  return {
    text,
    startMs: toMs(fields.get('start')),
    endMs: toMs(fields.get('end')),
    words: readWords(listOf(fields.get('words'))),
    confidence: hasProbability ? Math.min(1, Math.exp(logProbability)) : undefined,
    speaker: readSpeaker(fields.get('speaker')),
    isSilent: isNoSpeech && isUnsure,
    isSuspicious: isNoSpeech || isUnsure || numberOr(fields.get('compression_ratio'), 0) > packedFrom,
  }
}

function inOrder<T extends TimedText>(texts: readonly T[]): T[] {
  return texts.toSorted((a, b) => a.startMs - b.startMs)
}

function readWords(list: readonly unknown[] | null): TimedText[] {
  const parts = (list ?? []).flatMap((value) => {
    const fields = fieldsOf(value)
    const text = fields?.get('word') ?? fields?.get('text')
    const startMs = toMs(fields?.get('start'))
    const endMs = toMs(fields?.get('end'))
    const isUsable = typeof text === 'string' && Number.isFinite(startMs) && Number.isFinite(endMs)
    return isUsable ? [{ text, startMs, endMs }] : []
  })
  return joinParts(parts)
}

/** Some servers tell parts of words; a space before one begins a word then. Those that put spaces nowhere tell whole words. */
function joinParts(parts: readonly TimedText[]): TimedText[] {
  const hasSpaces = parts.some((part) => /^\s/.test(part.text))
  const words: TimedText[] = []
  for (const { text, startMs, endMs } of parts) {
    const before = words.at(-1)
    if (hasSpaces && before !== undefined && !/^\s/.test(text))
      words[words.length - 1] = { ...before, text: before.text + text, endMs }
    else words.push({ text, startMs, endMs })
  }
  return words
}

function readSpeaker(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function textOf(parts: readonly TimedText[]): string {
  return parts.map((part) => part.text.trim()).join(' ')
}

function fieldsOf(value: unknown): Map<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map<string, unknown>(Object.entries(value))
    : null
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : other
}

function toMs(seconds: unknown): number {
  return typeof seconds === 'number' ? Math.round(seconds * 1000) : Number.NaN
}
