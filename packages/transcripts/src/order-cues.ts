/** Orders the cues of a file by time and bends impossible times, so that nothing said is lost. */
import type { Cue, RawCue, RawTranscript, TranscriptWarning } from './transcript.ts'

export function orderCues(raw: RawTranscript): { cues: Cue[]; warnings: TranscriptWarning[] } {
  const warnings = new Set(raw.warnings)
  let latestMs = Number.NEGATIVE_INFINITY
  const bent = raw.cues.map((cue) => {
    if (cue.startMs !== null) {
      if (cue.startMs < latestMs) warnings.add('out_of_order')
      latestMs = Math.max(latestMs, cue.startMs)
    }
    return bendTimes(cue, warnings)
  })
  const cues = warnings.has('out_of_order') ? sortByStart(bent) : bent
  if (cues.length > 0 && cues.every(({ startMs, endMs }) => startMs === null && endMs === null))
    warnings.add('no_times')
  if (overlaps(cues)) warnings.add('overlap')
  return { cues: cues.map(withoutGroup), warnings: [...warnings] }
}

/** A cue without a start stays behind the one before it. */
function sortByStart(cues: readonly RawCue[]): RawCue[] {
  let placeMs = 0
  const placed = cues.map((cue) => {
    placeMs = cue.startMs ?? placeMs
    return { cue, placeMs }
  })
  return placed.sort((a, b) => a.placeMs - b.placeMs).map(({ cue }) => cue)
}

function bendTimes(cue: RawCue, warnings: Set<TranscriptWarning>): RawCue {
  const { startMs, endMs } = cue
  if ((startMs ?? 0) < 0 || (endMs ?? 0) < 0) {
    warnings.add('negative_time')
    const start = startMs === null ? null : Math.max(0, startMs)
    return { ...cue, startMs: start, endMs: endMs === null ? null : Math.max(start ?? 0, endMs) }
  }
  if (startMs === null || endMs === null || endMs > startMs) return cue
  warnings.add(endMs === startMs ? 'zero_length' : 'end_before_start')
  return { ...cue, endMs: startMs }
}

/** The speakers of one caption share its time, which is no overlap. */
function overlaps(cues: readonly RawCue[]): boolean {
  let endMs = 0
  let group: number | undefined
  for (const cue of cues) {
    const isSameCaption = cue.group !== undefined && cue.group === group
    if (cue.startMs !== null && cue.startMs < endMs && !isSameCaption) return true
    endMs = Math.max(endMs, cue.endMs ?? 0)
    group = cue.group
  }
  return false
}

function withoutGroup(raw: RawCue): Cue {
  if (raw.group === undefined) return raw
  const { group: _group, ...cue } = raw
  return cue
}
