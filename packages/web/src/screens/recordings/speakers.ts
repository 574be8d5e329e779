/** Speakers with name, color and line count. */
import type { Recording, TranscriptSegment } from '@inlet/contract/workspace'

const maxColours = 6

export interface ShownSpeaker {
  id: string
  name: string
  isNamed: boolean
  /** 1 to 6; further speakers get 0, which is gray. */
  colour: number
  lineCount: number
}

export function toShownSpeakers({
  speakers,
  transcript,
}: Pick<Recording, 'speakers' | 'transcript'>): ShownSpeaker[] {
  // Labels of an uploaded transcript are names or roles; those of a speech engine only tell voices apart.
  const hasLabels = transcript?.engine === 'import'
  const labelOf = (id: string, index: number) => (hasLabels ? id : `Speaker ${index + 1}`)
  return speakers.map(({ id, name, line_count: lineCount }, index) => ({
    id,
    name: name ?? (id === '' ? 'Unnamed speaker' : labelOf(id, index)),
    isNamed: name !== null,
    colour: index < maxColours ? index + 1 : 0,
    lineCount,
  }))
}

/** Without speaker identification, a single entry with an empty id stands for everyone. */
export const areSpeakersIdentified = (speakers: readonly ShownSpeaker[]): boolean =>
  speakers.some(({ id }) => id !== '')

/** The name set for this line, or the name of its speaker. */
export function nameOfLine(
  segment: TranscriptSegment,
  speakers: ReadonlyMap<string, ShownSpeaker>,
): { name: string; isNamed: boolean } {
  if (segment.speaker_name !== null) return { name: segment.speaker_name, isNamed: true }
  const speaker = speakers.get(segment.speaker)
  return { name: speaker?.name ?? 'Speaker', isNamed: speaker?.isNamed ?? false }
}

/** Share of speaking time by speaker. */
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
