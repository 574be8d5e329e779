/** Parses and validates the responses of speech servers in their common formats. */

export type TimedText = { readonly text: string; readonly startMs: number; readonly endMs: number }

export type AnswerSegment = TimedText & {
  /** Empty if the server reports no words, or reports them next to the segments. */
  readonly words: readonly TimedText[]
  readonly confidence: number | undefined
  readonly speaker: string | undefined
  /** The server reports low confidence. */
  readonly isSuspicious: boolean
}

/** Times are in milliseconds from the start of the request audio and may lie outside it. */
export type Answer = {
  readonly text: string
  /** Sorted by time, without silence; null if there are none with times. */
  readonly segments: readonly AnswerSegment[] | null
  readonly words: readonly TimedText[]
}

/** The maximum number of items in a response: ten times what can be said in a piece. */
const maxItems = 6000
const maxTextChars = 60_000

/** The thresholds of Whisper's decoder: if both apply there is no speech, if one does a person should check. */
const noSpeechFrom = 0.6
const unsureBelow = -1
/** Text with a higher compression ratio is repetitive. */
const packedFrom = 2.4

/** Null for an invalid response. */
export function readAnswer(value: unknown): Answer | null {
  const fields = fieldsOf(value)
  if (fields === null) return null
  const text = fields.get('text')
  const segments = listOf(fields.get('segments'))
  const words = listOf(fields.get('words'))
  if (typeof text !== 'string' && segments === null && words === null) return null
  if (Math.max(segments?.length ?? 0, words?.length ?? 0) > maxItems) return null
  const found = (segments ?? []).map(readSegment).filter((segment) => segment !== null)
  // If one has no times the others are unusable, because its words would be lost.
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

/**
 * Some servers return parts of words, with a space before each new word. Those without any spaces return whole words.
 */
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
