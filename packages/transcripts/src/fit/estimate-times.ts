/** Gives every cue a start and an end. What the file does not say is spread by the length of the text. */
import type { Cue } from '../transcript.ts'

export type TimedCue = {
  readonly cue: Cue
  readonly startMs: number
  readonly endMs: number
  /** Set if start or end is an estimate. */
  readonly withinMs: readonly [number, number] | null
}

/** Slow speech; a turn without an end is shown at most this long. */
const msPerChar = 120
const leastMs = 2000

export function estimateTimes(cues: readonly Cue[], recordingMs: number): TimedCue[] {
  const timed: TimedCue[] = []
  for (let from = 0; from < cues.length; ) {
    let to = from + 1
    while (to < cues.length && cues[to]?.startMs === null) to += 1
    const nextMs = cues[to]?.startMs ?? recordingMs
    timed.push(...spread(cues.slice(from, to), nextMs))
    from = to
  }
  return timed
}

/** The first cue has a start, unless it is the first of the file. The others have none. */
function spread(cues: readonly Cue[], nextMs: number): TimedCue[] {
  const [first] = cues
  const fromMs = first?.startMs ?? 0
  const last = cues.at(-1)
  const untilMs = Math.max(fromMs, cues.length === 1 ? nextMs : (last?.endMs ?? nextMs))
  if (first && cues.length === 1) return [timeAlone(first, fromMs, untilMs)]
  const total = cues.reduce((sum, { text }) => sum + text.length + 1, 0)
  let chars = 0
  return cues.map((cue) => {
    const startMs = Math.round(fromMs + ((untilMs - fromMs) * chars) / total)
    chars += cue.text.length + 1
    const endMs = Math.round(fromMs + ((untilMs - fromMs) * chars) / total)
    return { cue, startMs, endMs, withinMs: [fromMs, untilMs] }
  })
}

/** A cue that ends where it starts has no end that could be true. */
function timeAlone(cue: Cue, startMs: number, untilMs: number): TimedCue {
  const end = cue.endMs === null || cue.endMs <= startMs ? null : cue.endMs
  if (cue.startMs !== null && end !== null) return { cue, startMs, endMs: end, withinMs: null }
  const endMs = end ?? Math.min(untilMs, startMs + Math.max(leastMs, cue.text.length * msPerChar))
  return { cue, startMs, endMs, withinMs: [startMs, Math.max(endMs, untilMs)] }
}
