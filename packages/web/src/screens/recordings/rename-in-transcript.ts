/** Updates speaker names in the cached transcript instead of refetching it. */
import { getTranscript, type Speaker, type TranscriptSegment } from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import type { CallResult } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'

export interface NewName {
  speaker: string
  /** null removes the name. */
  name: string | null
  line: TranscriptSegment | undefined
  isForAll: boolean
  speakers: readonly Speaker[]
}

export function renameInTranscript(
  client: QueryClient,
  params: { owner: string; key: string },
  given: NewName,
): void {
  client.setQueryData<CallResult<typeof getTranscript>>(
    queryOf(getTranscript, { params }).queryKey,
    (before) => before && { ...before, segments: before.segments.map((segment) => rename(segment, given)) },
  )
}

/** Naming all lines also replaces names of single lines, as on the server. */
function rename(segment: TranscriptSegment, { speaker, name, line, isForAll, speakers }: NewName) {
  if (segment.speaker !== speaker) return segment
  if (isForAll || !line) return { ...segment, speaker_name: name }
  if (segment.number !== line.number) return segment
  const ofSpeaker = speakers.find(({ id }) => id === speaker)?.name ?? null
  return { ...segment, speaker_name: name ?? ofSpeaker }
}
