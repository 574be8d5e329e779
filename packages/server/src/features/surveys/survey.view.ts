import type {
  BegunSurvey,
  completeSurvey,
  listSurveys,
  PartDescriptor,
  RouteResponse,
  SurveyStatus,
  SurveyUpload,
} from '@inlet/contract'
import { hasMedia } from './survey.policy.ts'
import type { Survey, SurveyItem, SurveySnapshot } from './surveys.repo.ts'

const hasMediaOf = (survey: Survey) => hasMedia(survey.media_config, survey.column_mapping)

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

const askAgain = 'Ask for the status of this upload until it is COMPLETED or FAILED.'

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
      : status !== 'COMPLETED' && { message: `The import is under way already. ${askAgain}` }),
  }
}

export function viewSurvey(survey: SurveySnapshot): SurveyUpload {
  return {
    upload_key: survey.upload_key,
    survey_key: survey.survey_key,
    status: survey.status,
    file_type: 'CSV',
    num_parts: survey.part_count,
    parts: survey.parts.map(({ number, status, row_count }) => ({ part_number: number, status, row_count })),
    processing: {
      total_responses: survey.response_count,
      questions_detected: survey.question_count,
      is_mapped: survey.is_mapped,
    },
    error_details: survey.error_details,
    created_at: survey.created_at.toISOString(),
    completed_at: survey.completed_at?.toISOString() ?? null,
    media_files: hasMediaOf(survey) ? survey.media.map(viewMedia) : null,
    add_to_research_panel: survey.add_to_research_panel,
    media_config: survey.media_config,
  }
}

function viewMedia({ filename, status, media_level, failure_message }: SurveySnapshot['media'][number]) {
  return {
    filename,
    status,
    media_level,
    ...(failure_message !== null && { error_reason: failure_message }),
  }
}

export function viewSurveyItem(item: SurveyItem): RouteResponse<typeof listSurveys, 200>['surveys'][number] {
  return {
    upload_key: item.upload_key,
    survey_key: item.survey_key,
    survey_name: item.name,
    project_id: item.project_id,
    number_of_responses: item.response_count,
    num_parts: item.part_count,
    completed_at: new Date(item.completed_at).toISOString(),
  }
}
