/** Applies changes to the cached transcript instead of refetching it. */
import {
  getRecording,
  getTranscript,
  type Recording,
  type SpeakerAssignment,
  type TranscriptSegment,
} from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import type { CallResult } from '../../../api/call.ts'
import { queryOf } from '../../../api/queries.ts'

export type Transcript = CallResult<typeof getTranscript>

export interface RecordingKey {
  owner: string
  key: string
}

export const transcriptKey = ({ owner, key }: RecordingKey) =>
  queryOf(getTranscript, { params: { owner, key } }).queryKey

/** An older version stays, so that changes in between are still fetched. */
export function mergeLines(
  known: Transcript,
  { version, lines }: { version: number; lines: readonly TranscriptSegment[] },
): Transcript {
  const fresh = new Map(lines.map((line) => [line.number, line]))
  const segments = known.segments.map((line) => {
    const next = fresh.get(line.number)
    return next && next.version >= line.version ? next : line
  })
  return { ...known, segments, version: version === known.version + 1 ? version : known.version }
}

export function saveInCache(
  client: QueryClient,
  recording: RecordingKey,
  changed: { version: number; lines: readonly TranscriptSegment[] },
): void {
  client.setQueryData<Transcript>(transcriptKey(recording), (known) => known && mergeLines(known, changed))
}

/** As on the server: labels first, which removes the names of their single lines, then lines. */
export function nameLines(
  segments: readonly TranscriptSegment[],
  { labels = [], lines = [] }: SpeakerAssignment,
  speakers: Recording['speakers'],
): TranscriptSegment[] {
  const ofLabel = new Map(labels.map(({ speaker, name }) => [speaker, name]))
  const known = new Map(speakers.map(({ id, name }) => [id, name]))
  return segments.map((line) => {
    const named = ofLabel.has(line.speaker)
      ? { ...line, speaker_name: ofLabel.get(line.speaker) ?? null }
      : line
    const range = lines.find(({ first, last }) => first <= line.number && line.number <= last)
    return range ? { ...named, speaker_name: range.name ?? known.get(line.speaker) ?? null } : named
  })
}

export function nameInCache(
  client: QueryClient,
  { owner, key }: RecordingKey,
  assignment: SpeakerAssignment,
  { speakers, names_version }: { speakers: Recording['speakers']; names_version: number },
): void {
  client.setQueryData(queryOf(getRecording, { params: { owner, key } }).queryKey, (before) =>
    before ? { ...before, speakers } : before,
  )
  client.setQueryData<Transcript>(transcriptKey({ owner, key }), (known) => {
    if (!known) return known
    const isNext = names_version === known.names_version + 1
    return {
      ...known,
      segments: nameLines(known.segments, assignment, speakers),
      names_version: isNext ? names_version : known.names_version,
    }
  })
}
