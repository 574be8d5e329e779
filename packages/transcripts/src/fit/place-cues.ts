/** Moves the times of a transcript into its recording. */
import type { Cue, TranscriptWarning } from '../transcript.ts'
import type { FitProblem } from './segment.ts'

/** Recordings and their captions are cut slightly differently. */
const toleranceMs = 2000
const hourMs = 3_600_000
/** Nobody speaks this fast. */
const maxCharsPerSecond = 60

export type PlacedCues =
  | { readonly ok: true; readonly cues: readonly Cue[]; readonly warnings: readonly TranscriptWarning[] }
  | { readonly ok: false; readonly problem: FitProblem }

export function placeCues(cues: readonly Cue[], recordingMs: number): PlacedCues {
  const shiftMs = shiftOf(cues, recordingMs)
  const shifted = shiftMs === 0 ? cues : cues.map((cue) => moveCue(cue, (ms) => ms - shiftMs))
  const starts = shifted.flatMap(({ startMs }) => startMs ?? [])
  const beyond = starts.filter((ms) => ms > recordingMs + toleranceMs).length
  if (beyond * 2 > starts.length) return { ok: false, problem: 'beyond_recording' }
  const chars = cues.reduce((sum, { text }) => sum + text.length, 0)
  if (chars > maxCharsPerSecond * (recordingMs / 1000 + 10)) return { ok: false, problem: 'too_much_text' }
  const isLong = shifted.some(
    ({ startMs, endMs }) => Math.max(startMs ?? 0, endMs ?? 0) > recordingMs + toleranceMs,
  )
  return {
    ok: true,
    cues: shifted.map((cue) => moveCue(cue, (ms) => Math.min(ms, recordingMs))),
    warnings: [
      ...(shiftMs > 0 ? ['shifted' as const] : []),
      ...(isLong ? ['beyond_recording' as const] : []),
    ],
  }
}

/** Tapes start at a full hour: then all times are moved back by whole hours, if they fit. */
function shiftOf(cues: readonly Cue[], recordingMs: number): number {
  let firstMs = Number.POSITIVE_INFINITY
  let lastMs = 0
  for (const { startMs, endMs } of cues) {
    if (startMs !== null) firstMs = Math.min(firstMs, startMs)
    lastMs = Math.max(lastMs, startMs ?? 0, endMs ?? 0)
  }
  if (firstMs === Number.POSITIVE_INFINITY || firstMs <= recordingMs) return 0
  const shiftMs = Math.floor(firstMs / hourMs) * hourMs
  return lastMs - shiftMs <= recordingMs + toleranceMs ? shiftMs : 0
}

function moveCue(cue: Cue, move: (ms: number) => number): Cue {
  const moveTime = (ms: number | null) => (ms === null ? null : move(ms))
  return {
    ...cue,
    startMs: moveTime(cue.startMs),
    endMs: moveTime(cue.endMs),
    ...(cue.words && {
      words: cue.words.map((word) => ({
        ...word,
        startMs: moveTime(word.startMs),
        endMs: moveTime(word.endMs),
      })),
    }),
  }
}
