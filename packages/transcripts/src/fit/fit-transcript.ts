/** Fits a transcript to its recording: times inside it, a time for every word, and what does not match. */
import { maxTextChars, maxWords } from '../limits.ts'
import type { Transcript, TranscriptProblem } from '../transcript.ts'
import { alignWords } from './align-words.ts'
import { estimateTimes, type TimedCue } from './estimate-times.ts'
import { languageDiffers } from './language.ts'
import { placeCues } from './place-cues.ts'
import type { FitNotice, FitProblem, Segment, SegmentWord } from './segment.ts'
import { splitSentences } from './split-sentences.ts'

export type Recording = {
  readonly durationMs: number
  /** The transcript language of its project, a BCP 47 tag. */
  readonly language: string
}

export type FittedTranscript = {
  readonly segments: readonly Segment[]
  readonly notices: readonly FitNotice[]
  /** As the file states it, or that of the project. */
  readonly language: string
}

export type FitResult =
  | ({ readonly ok: true } & FittedTranscript)
  | { readonly ok: false; readonly problem: FitProblem | Extract<TranscriptProblem, 'too_large'> }

export function fitTranscript(transcript: Transcript, recording: Recording): FitResult {
  if (isTooLarge(transcript)) return { ok: false, problem: 'too_large' }
  const placed = placeCues(transcript.cues, recording.durationMs)
  if (!placed.ok) return placed
  const segments = estimateTimes(placed.cues, recording.durationMs).flatMap(toSegments)
  const has = (warning: (typeof placed.warnings)[number]) =>
    placed.warnings.includes(warning) || transcript.warnings.includes(warning)
  const { language } = transcript
  const texts = transcript.cues.map(({ text }) => text)
  const checks: [FitNotice, boolean][] = [
    ['transcript_shifted', has('shifted')],
    ['transcript_cut', has('beyond_recording')],
    ['transcript_incomplete', transcript.skipped > 0],
    ['transcript_without_times', has('no_times')],
    ['transcript_ends_early', !has('no_times') && endsEarly(segments, recording.durationMs)],
    ['transcript_language_differs', languageDiffers(texts, language, recording.language)],
  ]
  return {
    ok: true,
    segments,
    notices: checks.filter(([, applies]) => applies).map(([notice]) => notice),
    language: language ?? recording.language,
  }
}

function isTooLarge({ cues }: Transcript): boolean {
  let chars = 0
  let words = 0
  for (const { text } of cues) {
    chars += text.length
    words += 1
    for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words += 1
    if (chars > maxTextChars || words > maxWords) return true
  }
  return false
}

function toSegments({ cue, startMs, endMs, withinMs }: TimedCue): Segment[] {
  const { speaker, confidence, isSuspicious = false } = cue
  const words = alignWords(cue.text, { startMs, endMs }, cue.words)
  const isEstimate = words.some(({ isApproximate }) => isApproximate)
  const shared = {
    ...(speaker !== null && { speaker }),
    ...(confidence !== undefined && { confidence }),
    ...(isEstimate && { withinMs: withinMs ?? ([startMs, endMs] as const) }),
    isSuspicious,
  }
  const groups = splitSentences(words)
  if (groups.length === 1) return [{ startMs, endMs, text: cue.text, words, ...shared }]
  return groups.map((group) => ({ ...timesOf(group), text: textOf(group), words: group, ...shared }))
}

const timesOf = (words: readonly SegmentWord[]) => ({
  startMs: words[0]?.startMs ?? 0,
  endMs: words.at(-1)?.endMs ?? 0,
})
const textOf = (words: readonly SegmentWord[]) => words.map(({ text }) => text).join(' ')

const earlyGapMs = 120_000

/** More than half of the recording, and more than a pause, is not transcribed. */
function endsEarly(segments: readonly Segment[], durationMs: number): boolean {
  const lastMs = segments.reduce((latest, { endMs }) => Math.max(latest, endMs), 0)
  return lastMs * 2 < durationMs && durationMs - lastMs > earlyGapMs
}
