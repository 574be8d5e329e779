/** Exports the transcript as a file, with assigned speaker names. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { contentDisposition } from '../../platform/object-store/content-disposition.ts'
import {
  exportTranscript,
  type TranscriptFormat,
  transcriptFormats,
} from '../recording-processing/recording-processing.public.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'

export const transcriptTypes: Record<TranscriptFormat, string> = {
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

export interface SavedTranscript {
  text: string
  headers: Record<string, string>
}

export async function saveTranscript(
  { db }: { db: Db },
  principal: Principal,
  params: RecordingParams & { format: string },
): Promise<SavedTranscript> {
  const format = transcriptFormats.find((one) => one === params.format)
  if (!format) throw new AppError('not_found')
  const { recording_id: id, name } = await requireRecording(db, principal, params)
  const text = id === null ? undefined : await exportTranscript(db, id, format)
  if (text === undefined) throw new AppError('transcript_not_ready')
  const fileName = `${name.replace(/\.\w{1,5}$/, '')}.${format}`
  return {
    text,
    headers: {
      'content-type': transcriptTypes[format],
      'content-disposition': contentDisposition(fileName, true),
    },
  }
}

/** Without cues until the transcript is complete. */
export async function getCaptions(
  { db }: { db: Db },
  principal: Principal,
  params: RecordingParams,
): Promise<string> {
  const { recording_id: id } = await requireRecording(db, principal, params)
  return (id === null ? undefined : await exportTranscript(db, id, 'vtt')) ?? 'WEBVTT\n'
}
