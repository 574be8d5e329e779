import { contentPath, maxPeaks, type Recording } from '@inlet/contract/workspace'
import { explainNotice } from '../files/files.public.ts'
import { shrinkPeaks } from './peaks.ts'
import { protectionsOf } from './protections.ts'
import type { PlaybackRow, SpeakerRow } from './recordings.repo.ts'

export function viewRecording(
  row: PlaybackRow,
  speakers: SpeakerRow[],
  originalUrl: string | null,
): Recording {
  const hasRecording = row.recording_id !== null
  return {
    owner: row.owner,
    key: row.key,
    name: row.name,
    media: row.media,
    project: { id: row.project_id, name: row.project_name },
    survey: row.survey_key === null ? null : viewSurvey(row, row.survey_key),
    status: row.status,
    failure:
      row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
    notices: (row.notices ?? []).map((code) => ({ code, message: explainNotice(code) })),
    created_at: row.created_at.toISOString(),
    duration_ms: row.duration_ms,
    has_video: row.has_video ?? false,
    has_audio: row.has_audio ?? false,
    rendition_path: hasRecording ? contentPath(row.owner, row.key, 'rendition') : null,
    rendition_type: row.rendition_type,
    poster_path: row.has_poster ? contentPath(row.owner, row.key, 'poster') : null,
    waveform:
      row.waveform === null || row.ms_per_peak === null
        ? null
        : shrinkPeaks(Buffer.from(row.waveform, 'base64'), row.ms_per_peak, maxPeaks),
    progress: row.stage && { stage: row.stage, percent: row.percent ?? 0, seconds_left: row.seconds_left },
    transcript: viewTranscript(row),
    again: viewAgain(row),
    can_transcribe_again: canTranscribeAgain(row),
    speakers,
    can_retry: canRetry(row),
    is_private: row.is_private,
    protections: protectionsOf(row.privacy),
    original_url: originalUrl,
  }
}

/** A retry applies the same privacy settings, so a recording of which nothing was left would fail again. */
const canRetry = ({ status, has_original, failure_code }: PlaybackRow) =>
  status === 'failed' && has_original && failure_code !== 'nothing_left'

/** The protected version of a recording was made from its transcript. */
export const canTranscribeAgain = ({ status, is_private, has_audio, is_whole }: PlaybackRow): boolean =>
  status === 'ready' && !is_private && has_audio === true && is_whole === true

function viewAgain(row: PlaybackRow): Recording['again'] {
  if (row.again_language === null) return null
  const { again_failure_code: code, again_failure_message: message } = row
  return {
    language: row.again_language,
    percent: row.again_percent ?? 0,
    seconds_left: row.again_seconds_left,
    failure: code === null ? null : { code, message: message ?? '' },
  }
}

function viewSurvey(row: PlaybackRow, uploadKey: string): Recording['survey'] {
  const { response_id, respondent_id, survey_name } = row
  return { upload_key: uploadKey, name: survey_name ?? '', response_id, respondent_id }
}

function viewTranscript(row: PlaybackRow): Recording['transcript'] {
  if (row.engine === null) return null
  return {
    language: row.language ?? '',
    engine: row.engine,
    model: row.model ?? '',
    is_whole: row.is_whole ?? false,
    heard_ms: row.heard_ms ?? 0,
    segment_count: row.segment_count ?? 0,
    version: row.version ?? 0,
    names_version: row.names_version ?? 0,
  }
}
