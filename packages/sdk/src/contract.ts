/** Generated from the contract by "npm run sdk-contract". Do not edit. */

export type Scope = 'project:read' | 'project:write' | 'insight:write' | 'file:write' | 'survey:write'

export type FieldProblem = {
  /** Where in the body, e.g. "name" or "shared_roles.0". */
  field: string
  message: string
}

export type SurveyErrorDetails = {
  part_number?: number
  /** A stable word for programs. */
  code?: string
  /** What happened and what to do. */
  message?: string
  missing_columns?: Array<string>
  /** As a spreadsheet counts: the header is row 1. */
  row?: number
  row_count?: number
  row_limit?: number
}

export type ErrorBody = {
  /** What happened and what to do next. */
  error: string
  /** A stable word for programs. */
  code: string
  /** Quote it when you ask for help; also in X-Request-Id. */
  request_id: string
  details?: Array<FieldProblem>
  required_scope?: string
  /** Survey complete: parts that are not in storage. */
  missing_parts?: Array<number>
  /** Survey complete: media files that are not in storage. */
  missing_media_files?: Array<string>
  error_details?: SurveyErrorDetails
}

export type UploadDescriptor = {
  upload_url: string
  /** Form fields to send before the file, all of them, unchanged. */
  upload_fields: Record<string, string>
}

export type ProcessingStatus = 'pending' | 'completed' | 'failed'

export type InsightType = 'pdf' | 'ppt' | 'sheet' | 'doc' | 'native_doc' | 'other'

export type FileStatus = 'pending_upload' | 'processing' | 'completed' | 'error' | 'recording'

export type ColumnType =
  | 'Name'
  | 'Email'
  | 'Timestamp'
  | 'Open-ended'
  | 'Single choice'
  | 'Multi choice'
  | 'NPS'
  | 'Ranking'
  | 'MEDIA_RESPONSE'
  | 'Do nothing'

export type SurveyStatus = 'AWAITING_UPLOAD' | 'VALIDATING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'

export type PartStatus = 'PENDING' | 'UPLOADED' | 'PROCESSED' | 'FAILED'

export type MediaStatus = 'PENDING' | 'UPLOADED' | 'LINKED' | 'FAILED'

export type MediaLevel = 'RESPONDENT' | 'RESPONSE'

export type MediaConfig = {
  /** What a file name is compared with. auto: e-mail first, then name. */
  link_by?: 'auto' | 'email' | 'name' | 'column'
  /** Header of the column to compare with, for link_by column. */
  column?: string
  /** normalized (default) ignores letter case, surrounding space and the extension of the file name. */
  match?: 'normalized' | 'exact'
  [key: string]: unknown
}

export type IssuedToken = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  scope: string
}

export type Project = {
  id: number
  name: string
}

export type CreateProject = {
  /** Shown to researchers. Surrounding white space is removed. */
  name: string
  /** Languages spoken in the recordings. Default: those of the team. */
  supported_languages?: Array<string>
  /** A language with a region, such as en-US. */
  transcript_language?: string
  /** A language with a region, such as en-US. */
  default_ai_language?: string
  /** true keeps the project out of answers and searches across projects. */
  disable_search_ask_ai?: boolean
  /** Present, even empty: automatic notes are on. */
  auto_ai_notes_payload?: Record<string, unknown>
  project_share_preference?: 1 | 2 | 4
  /** Role ids for share preference 4; unknown ids are ignored. */
  shared_roles?: Array<number>
  /** Default: true when any privacy field is sent, else false. */
  auto_pii_enabled_at_project_level?: boolean
  redact_pii?: boolean
  /** Category ids; empty means the platform defaults. */
  pii_redaction_category?: Array<
    1 | 2 | 3 | 4 | 5 | 7 | 10 | 11 | 13 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25
  >
  pii_redaction_type?: Array<'audio' | 'transcript' | 'video'>
  anonymize_video?: 'blur_faces' | 'blur_entire_video' | null
  audio_modulation?: boolean
  blank_video?: boolean
  remove_video?: boolean
  remove_audio?: boolean
  video_name_blur?: boolean
  speaker_anonymization?: 'only_participants' | 'participants_and_researchers' | null
}

export type InitializeInsight = {
  project_id: number
  /** With one of the extensions pdf, ppt, pptx, doc, docx, xls, xlsx, txt. */
  filename: string
}

export type BegunInsight = {
  insight_key: string
  upload_url: string
  /** Form fields to send before the file, all of them, unchanged. */
  upload_fields: Record<string, string>
  links: {
    /** Path to call once the file is uploaded. */
    complete: string
    /** Path to ask how far it is. */
    status: string
  }
}

export type CompleteInsight = {
  /** true: visible to the team once it is processed. */
  should_publish?: boolean
}

export type CompletedInsight = {
  insight_key: string
  status: 'processing' | 'completed' | 'failed'
  message?: string
}

export type InsightDetails = {
  insight_key: string
  name: string
  processing_status: ProcessingStatus
  insight_state: 0 | 1 | 2
  insight_type: InsightType
  thumbnail_image: string | null
  /** UTC, ending in Z. */
  created_at: string
  /** Only when failed: why, and what to do. */
  error_reason?: string
}

export type ListedInsight = {
  insight_key: string
  name: string
  project_id: number
  processing_status: ProcessingStatus
  /** UTC, ending in Z. */
  created_at: string
}

export type InitializeFile = {
  project_id: number
  /** With its extension, which decides what kind of file it is. */
  file_name: string
}

export type BegunFile = {
  wav_key: string
  upload_url: string
  /** Form fields to send before the file, all of them, unchanged. */
  upload_fields: Record<string, string>
  links: {
    /** Path to call once the file is uploaded. */
    complete: string
    /** Path to ask how far it is. */
    status: string
  }
}

export type CompletedFile = {
  wav_key: string
  status: 'processing'
}

export type FileDetails = {
  wav_key: string
  name: string
  status: FileStatus
  file_url: string | null
  /** With an offset, e.g. +00:00. */
  created_at: string
  /** Only in error: why, and what to do. */
  error_reason?: string
  /** Only while a recording is processed: how far the work is. */
  progress?: {
    stage: 'fetching' | 'converting' | 'transcribing' | 'protecting'
    /** Of the whole work. */
    percent: number
    /** Until this stage ends, by its speed so far; null while that is not known. */
    seconds_left: number | null
  }
  /** Only when completed: what the result lacks, e.g. that a recording has no sound. */
  notices?: Array<string>
}

export type ListedFile = {
  wav_key: string
  name: string
  project_id: number
  status: FileStatus
  /** With an offset, e.g. +00:00. */
  created_at: string
}

export type InitializeSurvey = {
  project_id: number
  name: string
  file_type: 'CSV'
  num_parts: number
  /** Header of a column to its type. */
  column_mapping?: Record<string, ColumnType>
  /** Find the types of the columns that are not mapped. */
  auto_map?: boolean
  add_to_research_panel?: boolean
  media_config?: MediaConfig
  /** Sent again, it gives the same upload. */
  idempotency_key?: string
}

export type BegunSurvey = {
  survey_key: string
  upload_key: string
  status: SurveyStatus
  /** All parts of the upload, appended ones included. */
  num_parts: number
  upload_urls: Array<PartDescriptor>
  add_to_research_panel: boolean
  media_config: MediaConfig | null
  links: {
    /** Path to call once everything is uploaded. */
    complete: string
    /** Path to ask how far it is. */
    status: string
    /** Path to declare media files; null when the upload has no media. */
    register_media: string | null
  }
}

export type CompletedSurvey = {
  upload_key: string
  status: 'AWAITING_UPLOAD' | 'VALIDATING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  message?: string
}

export type SurveyUpload = {
  upload_key: string
  survey_key: string
  status: SurveyStatus
  file_type: 'CSV'
  num_parts: number
  parts: Array<{
    part_number: number
    status: PartStatus
    /** Set once it is processed. */
    row_count: number | null
  }>
  processing: {
    total_responses: number
    questions_detected: number
    is_mapped: boolean
  }
  error_details: SurveyErrorDetails
  /** UTC, ending in Z. */
  created_at: string
  completed_at: string | null
  media_files: Array<{
    filename: string
    status: MediaStatus
    /** Set once it is linked. */
    media_level: MediaLevel | null
    /** Only in FAILED: why, and what to do. */
    error_reason?: string
  }> | null
  add_to_research_panel: boolean
  media_config: MediaConfig | null
}

export type PartDescriptor = {
  /** From 1. */
  part_number: number
  upload_url: string
  /** Form fields to send before the file, all of them, unchanged. */
  upload_fields: Record<string, string>
  /** The object key; the same as upload_fields.key. */
  s3_key: string
}

export type AppendSurvey = {
  num_parts: number
}

export type RegisterMedia = {
  /** Names in NFC or anything equal to it, none twice. Register more in further calls. */
  files: Array<string>
}

export type RegisteredMedia = {
  media_files: Array<MediaDescriptor>
}

export type MediaDescriptor = {
  filename: string
  upload_url: string
  /** Form fields to send before the file, all of them, unchanged. There is no Content-Type among them. */
  upload_fields: Record<string, string>
}

export type ListedSurvey = {
  upload_key: string
  survey_key: string
  survey_name: string
  project_id: number
  number_of_responses: number
  num_parts: number
  /** UTC, ending in Z. */
  completed_at: string
}

/** The words by which the service names its errors. */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'unauthenticated'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'project_creation_disabled'
  | 'not_found'
  | 'project_not_found'
  | 'insight_not_found'
  | 'file_not_found'
  | 'survey_not_found'
  | 'part_not_found'
  | 'media_not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'unsupported_extension'
  | 'upload_missing'
  | 'upload_too_large'
  | 'survey_incomplete'
  | 'survey_failed'
  | 'part_processed'
  | 'part_not_retryable'
  | 'survey_not_completed'
  | 'media_not_expected'
  | 'media_not_accepted'
  | 'media_not_retryable'
  | 'idempotency_conflict'
  | 'append_conflict'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'

export const operations = {
  'token.issue': { method: 'POST', path: '/api/v1/oauth/token' },
  'projects.list': { method: 'GET', path: '/api/v1/developer/import/projects' },
  'projects.create': { method: 'POST', path: '/api/v1/developer/import/projects/create' },
  'insights.initialize': { method: 'POST', path: '/api/v1/developer/import/insights/initialize' },
  'insights.complete': { method: 'POST', path: '/api/v1/developer/import/insights/{insight_key}/complete' },
  'insights.status': { method: 'GET', path: '/api/v1/developer/import/insights/{insight_key}/status' },
  'insights.list': { method: 'GET', path: '/api/v1/developer/import/insights' },
  'files.initialize': { method: 'POST', path: '/api/v1/developer/import/files/initialize' },
  'files.complete': { method: 'POST', path: '/api/v1/developer/import/files/{wav_key}/complete' },
  'files.status': { method: 'GET', path: '/api/v1/developer/import/files/{wav_key}/status' },
  'files.list': { method: 'GET', path: '/api/v1/developer/import/files' },
  'surveys.initialize': { method: 'POST', path: '/api/v1/developer/import/surveys/initialize' },
  'surveys.complete': { method: 'POST', path: '/api/v1/developer/import/surveys/{upload_key}/complete' },
  'surveys.status': { method: 'GET', path: '/api/v1/developer/import/surveys/{upload_key}/status' },
  'surveys.retryPart': {
    method: 'POST',
    path: '/api/v1/developer/import/surveys/{upload_key}/parts/{part_number}/retry',
  },
  'surveys.append': { method: 'POST', path: '/api/v1/developer/import/surveys/{upload_key}/append' },
  'surveys.registerMedia': {
    method: 'POST',
    path: '/api/v1/developer/import/surveys/{upload_key}/media/register',
  },
  'surveys.retryMedia': {
    method: 'POST',
    path: '/api/v1/developer/import/surveys/{upload_key}/media/{filename}/retry',
  },
  'surveys.list': { method: 'GET', path: '/api/v1/developer/import/surveys' },
} as const

export type OperationId = keyof typeof operations
