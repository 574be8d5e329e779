import type {
  BegunSurvey,
  completeSurvey,
  listSurveys,
  ManagedSurvey,
  PartDescriptor,
  RouteResponse,
  SurveyStatus,
  SurveyUpload,
} from '@inlet/contract'
import type { ImportState } from '../changes/changes.public.ts'
import type { ManagedSurveyRow } from './managed-surveys.repo.ts'
import type { MediaRecording } from './media/media-status.repo.ts'
import { hasMedia } from './survey.policy.ts'
import type { Survey, SurveyItem, SurveySnapshot, SurveyState } from './surveys.repo.ts'

const hasMediaOf = ({ has_media_column, media_config, column_mapping }: Survey) =>
  has_media_column || hasMedia(media_config, column_mapping)

export function viewBegunSurvey(survey: Survey, descriptors: PartDescriptor[]): BegunSurvey {
  const path = `/api/v1/developer/import/surveys/${survey.upload_key}`
  return {
    survey_key: survey.survey_key,
    upload_key: survey.upload_key,
    status: survey.status,
    num_parts: survey.part_count,
    upload_urls: descriptors,
    add_to_research_panel: survey.add_to_research_panel,
    media_config: survey.media_config,
    links: {
      complete: `${path}/complete`,
      status: `${path}/status`,
      register_media: hasMediaOf(survey) ? `${path}/media/register` : null,
    },
  }
}

const askAgain = 'Poll the status of this upload until it is COMPLETED or FAILED.'

export function viewCompletedSurvey(
  uploadKey: string,
  status: SurveyStatus,
  isStarted: boolean,
): RouteResponse<typeof completeSurvey, 200> {
  return {
    upload_key: uploadKey,
    status,
    ...(isStarted
      ? { message: `The import has started. ${askAgain}` }
      : status !== 'COMPLETED' && { message: `The import is already running. ${askAgain}` }),
  }
}

export function viewSurvey(survey: SurveySnapshot): SurveyUpload {
  return {
    upload_key: survey.upload_key,
    survey_key: survey.survey_key,
    status: survey.status,
    file_type: 'CSV',
    num_parts: survey.part_count,
    parts: viewParts(survey),
    processing: {
      total_responses: survey.response_count,
      questions_detected: survey.question_count,
      is_mapped: survey.is_mapped,
    },
    error_details: survey.error_details,
    created_at: survey.created_at.toISOString(),
    completed_at: survey.completed_at?.toISOString() ?? null,
    media_files: viewMediaFiles(survey),
    add_to_research_panel: survey.add_to_research_panel,
    media_config: survey.media_config,
  }
}

export function viewParts({ parts }: SurveySnapshot): SurveyUpload['parts'] {
  return parts.map(({ number, status, row_count }) => ({ part_number: number, status, row_count }))
}

function viewMedia({ filename, status, media_level, failure_message }: SurveySnapshot['media'][number]) {
  return {
    filename,
    status,
    media_level,
    ...(failure_message !== null && { error_reason: failure_message }),
  }
}

/** With `recordings`, each file has the fields of `include=recordings`. */
export function viewMediaFiles(
  survey: SurveySnapshot,
  recordings?: readonly MediaRecording[],
): SurveyUpload['media_files'] {
  if (!hasMediaOf(survey) && survey.media.length === 0) return null
  const recordingOf = recordings && new Map(recordings.map((recording) => [recording.id, recording]))
  return survey.media.map((media) => ({
    ...viewMedia(media),
    ...(recordingOf &&
      viewRecording(media, media.status === 'LINKED' ? recordingOf.get(media.id) : undefined)),
  }))
}

/** Null until linked. A file linked after the snapshot appears in the next status. */
function viewRecording(media: SurveySnapshot['media'][number], recording: MediaRecording | undefined) {
  const { failure_code = null, failure_message = null } = recording ?? {}
  return {
    media_key: media.media_key,
    error_code: media.failure_code ?? failure_code,
    recording_status: recording?.status ?? null,
    recording_error_reason: failure_message,
    progress:
      recording?.status === 'processing' && recording.stage !== null
        ? { stage: recording.stage, percent: recording.percent ?? 0, seconds_left: recording.seconds_left }
        : null,
  }
}

export function viewSurveyItem(
  item: SurveyItem,
  { hasDetails = false }: { hasDetails?: boolean } = {},
): RouteResponse<typeof listSurveys, 200>['surveys'][number] {
  return {
    upload_key: item.upload_key,
    survey_key: item.survey_key,
    survey_name: item.name,
    project_id: item.project_id,
    number_of_responses: item.response_count,
    num_parts: item.part_count,
    completed_at: item.completed_at === null ? null : new Date(item.completed_at).toISOString(),
    ...(hasDetails && {
      status: item.status,
      external_id: item.external_id,
      error_code: item.error_code,
      updated_at: new Date(item.updated_at).toISOString(),
    }),
  }
}

export function viewSurveyState({
  upload_key,
  status,
  error_details,
  external_id,
}: SurveyState): ImportState {
  return {
    key: upload_key,
    status,
    is_final: status === 'COMPLETED' || status === 'FAILED',
    isProcessing: status === 'VALIDATING' || status === 'PROCESSING',
    error_reason: error_details.message ?? null,
    error_code: error_details.code ?? null,
    progress: null,
    external_id,
  }
}

export const viewSurveyRecord = (survey: Omit<ManagedSurveyRow, 'file_id'>): ManagedSurvey => ({
  upload_key: survey.upload_key,
  survey_key: survey.survey_key,
  name: survey.name,
  project_id: survey.project_id,
  external_id: survey.external_id,
  metadata: survey.metadata,
  created_at: survey.created_at.toISOString(),
  updated_at: survey.updated_at.toISOString(),
  status: survey.status,
  number_of_responses: survey.response_count,
})
