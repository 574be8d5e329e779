/** Speakers as people see them: a name, a colour, and how much they said. */
import type { Recording, TranscriptSegment } from '@inlet/contract/workspace'

const mostColours = 6

export interface ShownSpeaker {
  id: string
  name: string
  isNamed: boolean
  /** 1 to 6; 0 is grey, for those beyond. */
  colour: number
  lineCount: number
}

export function showSpeakers(recording: Recording): ShownSpeaker[] {
  return recording.speakers.map(({ id, name, line_count: lineCount }, place) => ({
    id,
    name: name ?? (id === '' ? 'Speaker not named' : `Speaker ${place + 1}`),
    isNamed: name !== null,
    colour: place < mostColours ? place + 1 : 0,
    lineCount,
  }))
}

/** Where the engine does not tell voices apart, one entry stands for everybody. */
export const areToldApart = (speakers: readonly ShownSpeaker[]): boolean =>
  speakers.some(({ id }) => id !== '')

/** The name of a line: its own, or that of its speaker. */
export function nameOfLine(
  segment: TranscriptSegment,
  speakers: ReadonlyMap<string, ShownSpeaker>,
): { name: string; isNamed: boolean } {
  if (segment.speaker_name !== null) return { name: segment.speaker_name, isNamed: true }
  const speaker = speakers.get(segment.speaker)
  return { name: speaker?.name ?? 'Speaker', isNamed: speaker?.isNamed ?? false }
}

/** Share of the spoken time by speaker. */
export function spokenShares(segments: readonly TranscriptSegment[]): Map<string, number> {
  const spoken = new Map<string, number>()
  let total = 0
  for (const { speaker, start_ms: start, end_ms: end } of segments) {
    const length = Math.max(0, end - start)
    spoken.set(speaker, (spoken.get(speaker) ?? 0) + length)
    total += length
  }
  return new Map([...spoken].map(([speaker, length]) => [speaker, total > 0 ? length / total : 0]))
}
