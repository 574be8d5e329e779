import type { Db } from '../../platform/db/database.ts'
import { toSrt, toVtt } from './captions.ts'
import { findTranscript } from './recording-processing.repo.ts'
import { type Transcript, toJson, toText } from './transcript-text.ts'

export const transcriptFormats = ['txt', 'srt', 'vtt', 'json'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

const writers: Record<TranscriptFormat, (transcript: Transcript) => string> = {
  txt: ({ segments }) => toText(segments),
  srt: ({ segments }) => toSrt(segments),
  vtt: ({ segments }) => toVtt(segments),
  json: toJson,
}

/** Undefined until the transcript is complete; a partial one as soon as it has begun. */
export async function exportTranscript(
  db: Db,
  recordingId: number,
  format: TranscriptFormat,
  options: { isPartial?: boolean } = {},
): Promise<string | undefined> {
  const transcript = await findTranscript(db, recordingId, options)
  return transcript && writers[format](transcript)
}
