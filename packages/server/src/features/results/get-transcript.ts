import type {
  RouteQuery,
  RouteResponse,
  getFileTranscript as route,
  TranscriptSegment,
} from '@inlet/contract'
import type { Db } from '../../platform/db/database.ts'
import { exportTranscript } from '../recording-processing/recording-processing.public.ts'
import {
  listSpeakers,
  type PlaybackRow,
  readSegments,
  type SegmentRow,
  transcriptTypes,
} from '../recordings/recordings.public.ts'
import { notReady, requireReadable, resultsOf } from './require-results.ts'
import { canReadPartially } from './results.policy.ts'

type Transcript = RouteResponse<typeof route, 200>
type JsonTranscript = Exclude<Transcript, string>

export async function getTranscript(
  { db }: { db: Db },
  row: PlaybackRow,
  query: RouteQuery<typeof route>,
): Promise<{ body: Transcript; headers: Record<string, string> }> {
  const { format = 'json', partial, words } = query
  const isPartial = partial === 'true' && canReadPartially(resultsOf(row))
  if (!isPartial) requireReadable(resultsOf(row), row.failure_message)
  const id = row.recording_id
  if (id === null) throw notReady()
  if (format === 'json')
    return { body: await readJson(db, row, id, { hasWords: words === 'true' }), headers: {} }
  const body = await exportTranscript(db, id, format, { isPartial })
  if (body === undefined) throw notReady()
  return { body, headers: { 'content-type': transcriptTypes[format] } }
}

/** A complete transcript from a segment on, without words. */
export function readTranscript(
  { db }: { db: Db },
  row: PlaybackRow,
  fromSegment: number,
): Promise<JsonTranscript> {
  requireReadable(resultsOf(row), row.failure_message)
  if (row.recording_id === null) throw notReady()
  return readJson(db, row, row.recording_id, { fromSegment })
}

async function readJson(
  db: Db,
  row: PlaybackRow,
  id: number,
  { hasWords = false, fromSegment = 0 },
): Promise<JsonTranscript> {
  if (row.engine === null) throw notReady()
  const [segments, speakers] = await Promise.all([readSegments(db, id, fromSegment), listSpeakers(db, id)])
  return {
    language: row.language ?? '',
    engine: row.engine,
    duration_ms: row.duration_ms ?? 0,
    is_complete: row.is_whole ?? false,
    speakers: speakers.map((speaker) => ({ id: speaker.id || null, name: speaker.name })),
    segments: segments.map((segment) => viewSegment(segment, hasWords)),
  }
}

function viewSegment(segment: SegmentRow, hasWords: boolean): TranscriptSegment {
  const { number, start_ms, end_ms, speaker, speaker_name, text, confidence, is_suspicious } = segment
  return {
    number,
    start_ms,
    end_ms,
    speaker: speaker || null,
    speaker_name,
    text,
    confidence,
    is_suspicious,
    ...(hasWords && { words: viewWords(segment) }),
  }
}

/** `times` has, for each word, its start in the segment and its duration. */
function viewWords({ words, times, start_ms, are_times_approximate }: SegmentRow) {
  return words.map((text, i) => {
    const start = start_ms + (times[2 * i] ?? 0)
    return {
      start_ms: start,
      end_ms: start + (times[2 * i + 1] ?? 0),
      text,
      is_approximate: are_times_approximate,
    }
  })
}
