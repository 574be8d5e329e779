/** Generated from the contract by "npm run sdk-contract". Do not edit. */

/** awaiting_upload: upload all volumes, then call complete. processing: the volumes are verified and imported. completed: the project exists. failed: nothing was imported; see error_reason. */
export type BundleStatus = 'awaiting_upload' | 'processing' | 'completed' | 'failed'

export type VolumeDescriptor = {
  /** From 1. */
  volume_number: number
  upload_url: string
  /** Form fields to send before the file: all of them, unchanged. */
  upload_fields: Record<string, string>
}

/** originals: uploaded files. derived: files for viewing and playback. tables: each survey as CSV and SPSS file. Records, texts, transcripts and responses are always included. */
export type ExportContent = 'originals' | 'derived' | 'tables'

/** bundle: ZIP archives with a manifest. qdpx: a REFI-QDA 1.5 project for NVivo, ATLAS.ti, MAXQDA, QualCoder and others. */
export type ExportFormat = 'bundle' | 'qdpx'

/** completed: the volumes can be downloaded until expires_at. failed: see error_reason. expired: the volumes were deleted. */
export type ExportStatus = 'processing' | 'completed' | 'failed' | 'expired'

export type ExportVolume = {
  /** File name of the archive. With format qdpx, the first one is the project; others have files that are too large for it. */
  name: string
  size_bytes: number
  sha256: string
  /** Download it from here, without credentials. Null if the export contains names and e-mail addresses and the token lacks participant:read. */
  url: string | null
  url_expires_at: string | null
}

export type Scope =
  | 'project:read'
  | 'project:write'
  | 'insight:write'
  | 'file:write'
  | 'survey:write'
  | 'event:read'
  | 'webhook:write'
  | 'insight:read'
  | 'file:read'
  | 'survey:read'
  | 'mcp:read'
  | 'participant:read'
  | 'project:manage'
  | 'insight:manage'
  | 'file:manage'
  | 'survey:manage'
  | 'participant:manage'
  | 'export:write'

export type FieldProblem = {
  /** Path of the field in the body, e.g. "name" or "shared_roles.0". */
  field: string
  message: string
}

export type SurveyErrorDetails = {
  part_number?: number
  /** Stable error code. */
  code?: string
  /** What happened and what to do. */
  message?: string
  missing_columns?: Array<string>
  /** Row number as in a spreadsheet: the header is row 1. */
  row?: number
  /** Column number from 1, if the error is in one column of that row. */
  column?: number
  row_count?: number
  row_limit?: number
}

export type ErrorBody = {
  /** What happened and what to do. */
  error: string
  /** Stable error code. */
  code: string
  /** Id of the request, for support; also sent as X-Request-Id. */
  request_id: string
  details?: Array<FieldProblem>
  required_scope?: string
  /** Survey complete: numbers of the parts that have not been uploaded. */
  missing_parts?: Array<number>
  /** Complete: numbers of the parts of a multipart upload that have not arrived. */
  missing_upload_parts?: Array<number>
  /** Bundle complete: numbers of the volumes that have not been uploaded. */
  missing_volumes?: Array<number>
  /** Survey complete: names of the media files that have not been uploaded. */
  missing_media_files?: Array<string>
  error_details?: SurveyErrorDetails
}

export type UploadDescriptor = {
  upload_url: string
  /** Form fields to send before the file: all of them, unchanged. */
  upload_fields: Record<string, string>
}

export type UploadType = 'form' | 'multipart'

export type ImportUploadType = 'form' | 'multipart' | 'url'

export type UploadPart = {
  /** From 1. */
  part_number: number
  /** Send the bytes of the part with PUT, with Content-Length and without a token. */
  upload_url: string
  /** Exact number of bytes of the part. */
  size_bytes: number
}

export type FormUpload = {
  upload_type: 'form'
  /** When the URLs expire, in UTC, ending in Z. Request new ones at any time. */
  expires_at: string
  upload_url: string
  /** Form fields to send before the file: all of them, unchanged. */
  upload_fields: Record<string, string>
}

export type MultipartUpload = {
  upload_type: 'multipart'
  size_bytes: number
  /** Size of every part but the last one, which has the rest. */
  part_size: number
  part_count: number
  /** When the URLs expire, in UTC, ending in Z. Request new ones at any time. */
  expires_at: string
  /** Signed URLs of the first 100 parts. Get the others from the sign operation. */
  parts: Array<UploadPart>
}

export type ImportKind = 'insight' | 'file' | 'survey'

/** The service downloads the file once complete is called. */
export type UrlUpload = {
  upload_type: 'url'
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

export type RecordingStatus = 'processing' | 'completed' | 'error'

export type MediaConfig = {
  /** What file names are matched against. auto: e-mail address first, then name. */
  link_by?: 'auto' | 'email' | 'name' | 'column'
  /** Header of the column to match against, for link_by column. */
  column?: string
  /** normalized (default) ignores letter case, surrounding white space and the file extension. */
  match?: 'normalized' | 'exact'
  [key: string]: unknown
}

export type DecidedBy = 'mapping' | 'classifier' | 'heuristic' | 'default'

export type ReportedColumn = {
  /** Position in the header of the first part, from 0. */
  position: number
  /** Header, as used as a key of column_mapping. */
  header: string
  /** Question text from further header rows; null if there are none. */
  question: string | null
  type: ColumnType
  decided_by: DecidedBy
  /** From 0 to 1. */
  confidence: number
  reason: string
  notes: Array<{
    /** Stable code. */
    code: string
    message: string
  }>
}

export type SkippedRow = {
  part_number: number
  /** Row number as in a spreadsheet: the header is row 1. */
  row: number
  code: 'blank_line' | 'empty_row' | 'delimiter_line'
}

export type WebhookStatus = 'enabled' | 'disabled'

/** failing: every attempt failed for 5 days. gone: the receiver answered 410. key_inactive: the API key was revoked or has expired, or its user was suspended. manual: turned off. */
export type DisabledReason = 'failing' | 'gone' | 'key_inactive' | 'manual'

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed'

export type TranscriptFormat = 'json' | 'vtt' | 'srt' | 'txt'

export type TranscriptSegment = {
  /** Position in the transcript, from 0. */
  number: number
  start_ms: number
  end_ms: number
  /** The id of one of the speakers. */
  speaker: string | null
  /** Name that a person has given to the speaker or this segment. */
  speaker_name: string | null
  text: string
  /** From 0 to 1; null if unknown. */
  confidence: number | null
  /** The engine may have made this text up. */
  is_suspicious: boolean
  /** With words=true. */
  words?: Array<{
    start_ms: number
    end_ms: number
    text: string
    /** The engine did not time the words; the times are estimates. */
    is_approximate: boolean
  }>
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
  /** Name of the project. Leading and trailing white space is removed. */
  name: string
  /** Languages spoken in the recordings. Default: those of the team. */
  supported_languages?: Array<string>
  /** Locale: a language with a region, such as en-US. */
  transcript_language?: string
  /** Locale: a language with a region, such as en-US. */
  default_ai_language?: string
  /** true: exclude the project from answers and searches across projects. */
  disable_search_ask_ai?: boolean
  /** If present, even if empty, automatic notes are on. */
  auto_ai_notes_payload?: Record<string, unknown>
  project_share_preference?: 1 | 2 | 4
  /** Role ids for share preference 4; unknown ids are ignored. */
  shared_roles?: Array<number>
  /** Default: true when any privacy field is sent, else false. */
  auto_pii_enabled_at_project_level?: boolean
  redact_pii?: boolean
  /** Category ids; an empty list means the default categories. */
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
  /** Your own id of the record, without control characters. It need not be unique. It is part of events, so it must not contain personal data. null is the same as omitting it. */
  external_id?: string | null
  /** Up to 50 pairs of your own, with keys of up to 40 and values of up to 500 characters. Do not store personal data here. null is the same as omitting it. */
  metadata?: Record<string, string> | null
}

export type InitializeInsight = {
  project_id: number
  /** File name with one of the extensions pdf, ppt, pptx, doc, docx, xls, xlsx, txt. */
  filename: string
  /** Your own id of the record, without control characters. It need not be unique. It is part of events, so it must not contain personal data. null is the same as omitting it. */
  external_id?: string | null
  /** Up to 50 pairs of your own, with keys of up to 40 and values of up to 500 characters. Do not store personal data here. null is the same as omitting it. */
  metadata?: Record<string, string> | null
  /** form: one POST of the whole file. multipart: parts, in any order, resumable for days. url: the service downloads the file from source_url after complete. */
  upload_type?: ImportUploadType
  /** Size of the file; required with upload_type multipart. */
  size_bytes?: number
  /** Required with upload_type url: an https URL, such as a signed link, without user info or fragment. It is stored encrypted until the download ends, and never returned. */
  source_url?: string
}

export type BegunInsight = {
  insight_key: string
  upload_url: string
  /** Form fields to send before the file: all of them, unchanged. */
  upload_fields: Record<string, string>
  links: {
    /** Path of complete; call it once the file is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
  }
}

export type BegunInsightUpload = {
  insight_key: string
  upload: MultipartUpload
  links: {
    /** Path of complete; call it once the file is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
    /** Path of the upload, to resume or replace it. */
    upload: string
  }
}

export type BegunInsightUrl = {
  insight_key: string
  /** The service downloads the file once complete is called. */
  upload: UrlUpload
  links: {
    /** Path of complete; call it once the file is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
    /** Path of the upload, to resume or replace it. */
    upload: string
  }
}

export type CompleteInsight = {
  /** true: publish the insight to the team once it is processed. */
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
  /** Time in UTC, ending in Z. */
  created_at: string
  /** Only when failed: what went wrong and what to do. */
  error_reason?: string
  /** With include=details. */
  kind?: 'document'
  /** With include=details. null unless the document is being processed. */
  progress?: {
    stage: 'fetching' | 'converting' | 'reading'
    /** Progress of the whole import. */
    percent: number
    /** Estimated seconds until this stage ends; null while unknown. */
    seconds_left: number | null
  } | null
  /** With include=details. Limitations of the result of a completed document. */
  notices?: Array<string>
  /** With include=details. The external_id that was sent; null if there is none. */
  external_id?: string | null
  /** With include=details. The metadata that was sent; null if there is none. */
  metadata?: Record<string, string> | null
  /** With include=details. Stable error code for error_reason; null unless processing failed. New codes may be added: `file_empty` (The file is empty.) `unsupported` (The file type cannot be processed.) `type_mismatch` (The content does not match the extension.) `password_protected` (The file is protected by a password.) `damaged` (The content is damaged or incomplete, or has no audio or video to play.) `too_complex` (The file exceeds a limit on pages, pixels, text, unpacked size or duration.) `took_too_long` (Processing exceeded its time limit.) `out_of_memory` (Processing exceeded its memory limit.) `language_unsupported` (No speech engine of this instance supports the transcript language of the project.) `transcript_unreadable` (The transcript that was uploaded with the recording cannot be read.) `transcript_mismatch` (The transcript that was uploaded with the recording does not fit its length.) `transcript_untimed` (Personal details in the uploaded transcript cannot be beeped, because it has too few times.) `nothing_left` (The privacy settings of the project remove both audio and video.) `privacy_unverified` (The protected version of the recording did not pass verification.) `analyzer_unreachable` (The service that detects personal data could not be reached.) `analyzer_refused` (The service that detects personal data rejected the API key or the URL.) `analyzer_bad_answer` (The service that detects personal data returned invalid responses.) `detector_missing` (The models that detect faces and text in images are not installed.) `detector_failed` (Detecting faces and text in images failed.) `source_unreachable` (The file could not be downloaded from its source_url.) `upload_too_large` (The file at its source_url exceeds the size limit.) `storage_quota_exceeded` (The file at its source_url does not fit into the storage of the team.) `upload_gone` (The uploaded object was deleted from storage before it was read.) `not_exported` (The import was not finished, or its files were missing, when its project was exported. Retry it, or upload it again.) `gave_up` (All attempts failed.) `machine_fault` (The server was short of disk space or memory, or lacked a program, in all attempts.) */
  error_code?: string | null
  /** With include=details. Size in bytes of the file accepted by complete; null before that. */
  size_bytes?: number | null
  /** With include=details. SHA-256 of that file in hexadecimal; null until processing has read it. */
  sha256?: string | null
  /** With include=details. Time of the last change other than progress, in UTC. */
  updated_at?: string
  /** With include=details. Time at which processing succeeded, in UTC; null until then. */
  completed_at?: string | null
}

export type UploadState = {
  upload_type: ImportUploadType
  /** Only of a multipart upload. */
  size_bytes?: number
  /** Only of a multipart upload. */
  part_size?: number
  /** Only of a multipart upload. */
  part_count?: number
  /** The parts that the object store has, in ascending order. Of a form: part 1 once the file is uploaded. Empty with upload_type url. */
  received: Array<{
    /** From 1. */
    part_number: number
    size_bytes: number
  }>
}

export type ImportUploadChoice = {
  upload_type: ImportUploadType
  /** Size of the file; required with upload_type multipart. */
  size_bytes?: number
  /** Required with upload_type url: an https URL, such as a signed link, without user info or fragment. It is stored encrypted until the download ends, and never returned. */
  source_url?: string
}

export type SignParts = {
  /** Numbers of the parts to sign, up to 1,000. */
  part_numbers: Array<number>
}

export type SignedParts = {
  parts: Array<UploadPart>
  /** When the URLs expire, in UTC, ending in Z. Request new ones at any time. */
  expires_at: string
}

export type ListedInsight = {
  insight_key: string
  name: string
  project_id: number
  processing_status: ProcessingStatus
  /** Time in UTC, ending in Z. */
  created_at: string
  /** With include=details. The external_id that was sent; null if there is none. */
  external_id?: string | null
  /** With include=details. Stable error code for error_reason; null unless processing failed. New codes may be added: `file_empty` (The file is empty.) `unsupported` (The file type cannot be processed.) `type_mismatch` (The content does not match the extension.) `password_protected` (The file is protected by a password.) `damaged` (The content is damaged or incomplete, or has no audio or video to play.) `too_complex` (The file exceeds a limit on pages, pixels, text, unpacked size or duration.) `took_too_long` (Processing exceeded its time limit.) `out_of_memory` (Processing exceeded its memory limit.) `language_unsupported` (No speech engine of this instance supports the transcript language of the project.) `transcript_unreadable` (The transcript that was uploaded with the recording cannot be read.) `transcript_mismatch` (The transcript that was uploaded with the recording does not fit its length.) `transcript_untimed` (Personal details in the uploaded transcript cannot be beeped, because it has too few times.) `nothing_left` (The privacy settings of the project remove both audio and video.) `privacy_unverified` (The protected version of the recording did not pass verification.) `analyzer_unreachable` (The service that detects personal data could not be reached.) `analyzer_refused` (The service that detects personal data rejected the API key or the URL.) `analyzer_bad_answer` (The service that detects personal data returned invalid responses.) `detector_missing` (The models that detect faces and text in images are not installed.) `detector_failed` (Detecting faces and text in images failed.) `source_unreachable` (The file could not be downloaded from its source_url.) `upload_too_large` (The file at its source_url exceeds the size limit.) `storage_quota_exceeded` (The file at its source_url does not fit into the storage of the team.) `upload_gone` (The uploaded object was deleted from storage before it was read.) `not_exported` (The import was not finished, or its files were missing, when its project was exported. Retry it, or upload it again.) `gave_up` (All attempts failed.) `machine_fault` (The server was short of disk space or memory, or lacked a program, in all attempts.) */
  error_code?: string | null
  /** With include=details. Time of the last change other than progress, in UTC. */
  updated_at?: string
}

export type InitializeFile = {
  project_id: number
  /** File name with its extension, which determines the file type. */
  file_name: string
  /** Your own id of the record, without control characters. It need not be unique. It is part of events, so it must not contain personal data. null is the same as omitting it. */
  external_id?: string | null
  /** Up to 50 pairs of your own, with keys of up to 40 and values of up to 500 characters. Do not store personal data here. null is the same as omitting it. */
  metadata?: Record<string, string> | null
  /** form: one POST of the whole file. multipart: parts, in any order, resumable for days. url: the service downloads the file from source_url after complete. */
  upload_type?: ImportUploadType
  /** Size of the file; required with upload_type multipart. */
  size_bytes?: number
  /** Required with upload_type url: an https URL, such as a signed link, without user info or fragment. It is stored encrypted until the download ends, and never returned. */
  source_url?: string
  /** Only for audio and video: name of a transcript to upload with the recording: vtt, srt, sbv, json, otr, txt or docx, up to 50 MB. The response then has `transcript`. If it is uploaded when complete is called, it replaces speech recognition. */
  transcript_file_name?: string
}

export type BegunFile = {
  wav_key: string
  upload_url: string
  /** Form fields to send before the file: all of them, unchanged. */
  upload_fields: Record<string, string>
  links: {
    /** Path of complete; call it once the file is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
  }
  /** Only with transcript_file_name: where to upload the transcript, in any order with the recording. */
  transcript?: FormUpload
}

export type BegunFileUpload = {
  wav_key: string
  upload: MultipartUpload
  links: {
    /** Path of complete; call it once the file is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
    /** Path of the upload, to resume or replace it. */
    upload: string
  }
  /** Only with transcript_file_name: where to upload the transcript, in any order with the recording. */
  transcript?: FormUpload
}

export type BegunFileUrl = {
  wav_key: string
  /** The service downloads the file once complete is called. */
  upload: UrlUpload
  links: {
    /** Path of complete; call it once the file is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
    /** Path of the upload, to resume or replace it. */
    upload: string
  }
  /** Only with transcript_file_name: where to upload the transcript, in any order with the recording. */
  transcript?: FormUpload
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
  /** Time with a UTC offset, e.g. +00:00. */
  created_at: string
  /** Only with status error: what went wrong and what to do. */
  error_reason?: string
  /** Present while a recording is being processed. With include=details always present, also for documents and images; null unless the file is being processed. */
  progress?: {
    stage: 'fetching' | 'converting' | 'reading' | 'transcribing' | 'protecting'
    /** Progress of the whole import. */
    percent: number
    /** Estimated seconds until this stage ends; null while unknown. */
    seconds_left: number | null
  } | null
  /** Only when completed: limitations of the result, e.g. that a recording has no audio or that documents are not redacted. With include=details always present. */
  notices?: Array<string>
  /** With include=details. */
  kind?: 'audio' | 'video' | 'document' | 'image' | 'survey'
  /** With include=details. The external_id that was sent; null if there is none. */
  external_id?: string | null
  /** With include=details. The metadata that was sent; null if there is none. */
  metadata?: Record<string, string> | null
  /** With include=details. Stable error code for error_reason; null unless processing failed. New codes may be added: `file_empty` (The file is empty.) `unsupported` (The file type cannot be processed.) `type_mismatch` (The content does not match the extension.) `password_protected` (The file is protected by a password.) `damaged` (The content is damaged or incomplete, or has no audio or video to play.) `too_complex` (The file exceeds a limit on pages, pixels, text, unpacked size or duration.) `took_too_long` (Processing exceeded its time limit.) `out_of_memory` (Processing exceeded its memory limit.) `language_unsupported` (No speech engine of this instance supports the transcript language of the project.) `transcript_unreadable` (The transcript that was uploaded with the recording cannot be read.) `transcript_mismatch` (The transcript that was uploaded with the recording does not fit its length.) `transcript_untimed` (Personal details in the uploaded transcript cannot be beeped, because it has too few times.) `nothing_left` (The privacy settings of the project remove both audio and video.) `privacy_unverified` (The protected version of the recording did not pass verification.) `analyzer_unreachable` (The service that detects personal data could not be reached.) `analyzer_refused` (The service that detects personal data rejected the API key or the URL.) `analyzer_bad_answer` (The service that detects personal data returned invalid responses.) `detector_missing` (The models that detect faces and text in images are not installed.) `detector_failed` (Detecting faces and text in images failed.) `source_unreachable` (The file could not be downloaded from its source_url.) `upload_too_large` (The file at its source_url exceeds the size limit.) `storage_quota_exceeded` (The file at its source_url does not fit into the storage of the team.) `upload_gone` (The uploaded object was deleted from storage before it was read.) `not_exported` (The import was not finished, or its files were missing, when its project was exported. Retry it, or upload it again.) `gave_up` (All attempts failed.) `machine_fault` (The server was short of disk space or memory, or lacked a program, in all attempts.) */
  error_code?: string | null
  /** With include=details. Size in bytes of the file accepted by complete; null before that. */
  size_bytes?: number | null
  /** With include=details. SHA-256 of that file in hexadecimal; null until processing has read it. */
  sha256?: string | null
  /** With include=details. Time of the last change other than progress, in UTC. */
  updated_at?: string
  /** With include=details. Time at which processing succeeded, in UTC; null until then. */
  completed_at?: string | null
}

export type ListedFile = {
  wav_key: string
  name: string
  project_id: number
  status: FileStatus
  /** Time with a UTC offset, e.g. +00:00. */
  created_at: string
  /** With include=details. The external_id that was sent; null if there is none. */
  external_id?: string | null
  /** With include=details. Stable error code for error_reason; null unless processing failed. New codes may be added: `file_empty` (The file is empty.) `unsupported` (The file type cannot be processed.) `type_mismatch` (The content does not match the extension.) `password_protected` (The file is protected by a password.) `damaged` (The content is damaged or incomplete, or has no audio or video to play.) `too_complex` (The file exceeds a limit on pages, pixels, text, unpacked size or duration.) `took_too_long` (Processing exceeded its time limit.) `out_of_memory` (Processing exceeded its memory limit.) `language_unsupported` (No speech engine of this instance supports the transcript language of the project.) `transcript_unreadable` (The transcript that was uploaded with the recording cannot be read.) `transcript_mismatch` (The transcript that was uploaded with the recording does not fit its length.) `transcript_untimed` (Personal details in the uploaded transcript cannot be beeped, because it has too few times.) `nothing_left` (The privacy settings of the project remove both audio and video.) `privacy_unverified` (The protected version of the recording did not pass verification.) `analyzer_unreachable` (The service that detects personal data could not be reached.) `analyzer_refused` (The service that detects personal data rejected the API key or the URL.) `analyzer_bad_answer` (The service that detects personal data returned invalid responses.) `detector_missing` (The models that detect faces and text in images are not installed.) `detector_failed` (Detecting faces and text in images failed.) `source_unreachable` (The file could not be downloaded from its source_url.) `upload_too_large` (The file at its source_url exceeds the size limit.) `storage_quota_exceeded` (The file at its source_url does not fit into the storage of the team.) `upload_gone` (The uploaded object was deleted from storage before it was read.) `not_exported` (The import was not finished, or its files were missing, when its project was exported. Retry it, or upload it again.) `gave_up` (All attempts failed.) `machine_fault` (The server was short of disk space or memory, or lacked a program, in all attempts.) */
  error_code?: string | null
  /** With include=details. Time of the last change other than progress, in UTC. */
  updated_at?: string
}

export type InitializeSurvey = {
  project_id: number
  name: string
  file_type: 'CSV'
  num_parts: number
  /** Maps the header of a column to its type. */
  column_mapping?: Record<string, ColumnType>
  /** Detect the types of columns that are not mapped. */
  auto_map?: boolean
  add_to_research_panel?: boolean
  /** null is the same as omitting it. */
  media_config?: MediaConfig | null
  /** A repeated request with the same key returns the same upload. */
  idempotency_key?: string
  /** Your own id of the record, without control characters. It need not be unique. It is part of events, so it must not contain personal data. null is the same as omitting it. */
  external_id?: string | null
  /** Up to 50 pairs of your own, with keys of up to 40 and values of up to 500 characters. Do not store personal data here. null is the same as omitting it. */
  metadata?: Record<string, string> | null
}

export type InitializedSurvey = {
  survey_key: string
  upload_key: string
  status: SurveyStatus
  /** Number of all parts of the upload, including appended ones. */
  num_parts: number
  upload_urls: Array<PartDescriptor>
  add_to_research_panel: boolean
  media_config: MediaConfig | null
  links: {
    /** Path of complete; call it once everything is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
    /** Path to register media files; null if the upload has no media. */
    register_media: string | null
  }
  /** Fields in which this request differs from the first one with this idempotency_key; absent if there are none. If present, the request is not a retry: do not upload to this survey. */
  idempotency_mismatch?: Array<'project_id' | 'name' | 'num_parts'>
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
    /** null until the part is processed. */
    row_count: number | null
    /** With include=details: encoding of the text, e.g. utf-8. */
    encoding?: string | null
    /** With include=details: delimiter between cells. */
    delimiter?: string | null
    /** With include=details: number of header rows of this part. The file has header_rows + row_count + skipped_row_count rows. */
    header_rows?: number | null
    /** With include=details: number of rows that are neither header nor response. */
    skipped_row_count?: number | null
    /** With include=details: stable error code of a failed part. */
    error_code?: string | null
  }>
  processing: {
    total_responses: number
    questions_detected: number
    is_mapped: boolean
  }
  error_details: SurveyErrorDetails
  /** Time in UTC, ending in Z. */
  created_at: string
  completed_at: string | null
  media_files: Array<{
    /** File name, exactly as registered. */
    filename: string
    status: MediaStatus
    /** null until the file is linked. */
    media_level: MediaLevel | null
    /** Only when FAILED: what went wrong and what to do. */
    error_reason?: string
    /** With include=recordings. */
    media_key?: string
    /** With include=recordings: stable error code for error_reason or recording_error_reason. */
    error_code?: string | null
    /** With include=recordings: null until the file is linked. */
    recording_status?: RecordingStatus | null
    /** With include=recordings: why the recording could not be processed. */
    recording_error_reason?: string | null
    /** With include=recordings: progress while the recording is processed. */
    progress?: {
      stage: 'fetching' | 'converting' | 'reading' | 'transcribing' | 'protecting'
      /** Progress of the whole import. */
      percent: number
      /** Estimated seconds until this stage ends; null while unknown. */
      seconds_left: number | null
    } | null
  }> | null
  /** Only with media_limit or media_cursor: send it as media_cursor for the next page; null on the last one. */
  next_media_cursor?: string | null
  add_to_research_panel: boolean
  media_config: MediaConfig | null
  /** With include=details. The external_id that was sent; null if there is none. */
  external_id?: string | null
  /** With include=details. The metadata that was sent; null if there is none. */
  metadata?: Record<string, string> | null
  /** With include=details. Time of the last change other than progress, in UTC. */
  updated_at?: string
  /** With include=details: number of header rows of the first part. Other parts have the same number, or one. */
  header_rows?: number | null
  /** With include=columns: null until the columns are mapped. */
  columns?: Array<ReportedColumn> | null
  /** With include=columns: keys of column_mapping that match no header. */
  unmatched_mapping?: Array<string> | null
  /** With include=skipped_rows: the first 1,000 skipped rows of all processed parts. */
  skipped_rows?: Array<SkippedRow>
}

export type PartDescriptor = {
  /** From 1. */
  part_number: number
  upload_url: string
  /** Form fields to send before the file: all of them, unchanged. */
  upload_fields: Record<string, string>
  /** The object key; same value as upload_fields.key. */
  s3_key: string
}

export type RetypedColumn = {
  upload_key: string
  status: 'AWAITING_UPLOAD' | 'VALIDATING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  position: number
  type: ColumnType
}

export type AppendSurvey = {
  num_parts: number
}

export type BegunSurvey = {
  survey_key: string
  upload_key: string
  status: SurveyStatus
  /** Number of all parts of the upload, including appended ones. */
  num_parts: number
  upload_urls: Array<PartDescriptor>
  add_to_research_panel: boolean
  media_config: MediaConfig | null
  links: {
    /** Path of complete; call it once everything is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
    /** Path to register media files; null if the upload has no media. */
    register_media: string | null
  }
}

export type RegisterMedia = {
  /** Unique names, compared in NFC, up to 10,000 per call. Register more with further calls. An object instead of a name chooses the upload_type of that file. */
  files: Array<
    | string
    | {
        filename: string
        /** form: one POST of the whole file. multipart: parts, in any order, resumable for days. */
        upload_type?: UploadType
        /** Size of the file; required with upload_type multipart. */
        size_bytes?: number
      }
  >
}

export type RegisteredMedia = {
  media_files: Array<{
    filename: string
    upload_url: string
    /** Form fields to send before the file: all of them, unchanged. They do not include Content-Type. */
    upload_fields: Record<string, string>
    /** For entries of `files` that are objects. */
    media_key?: string
  }>
}

export type RegisteredUploads = {
  media_files: Array<
    | {
        filename: string
        upload_url: string
        /** Form fields to send before the file: all of them, unchanged. They do not include Content-Type. */
        upload_fields: Record<string, string>
        /** For entries of `files` that are objects. */
        media_key?: string
      }
    | {
        filename: string
        /** For entries of `files` that are objects. */
        media_key: string
        upload: MultipartUpload
      }
  >
}

export type RetryMedia = {
  /** New name of the file. If omitted, the file keeps its name. */
  filename?: string
}

export type MediaDescriptor = {
  filename: string
  upload_url: string
  /** Form fields to send before the file: all of them, unchanged. They do not include Content-Type. */
  upload_fields: Record<string, string>
}

export type UploadChoice = {
  upload_type: UploadType
  /** Size of the file; required with upload_type multipart. */
  size_bytes?: number
}

export type ListedSurvey = {
  upload_key: string
  survey_key: string
  survey_name: string
  project_id: number
  number_of_responses: number
  num_parts: number
  /** null only with the parameter status, for an upload that has not been completed. */
  completed_at: string | null
  /** With include=details. */
  status?: SurveyStatus
  /** With include=details. The external_id that was sent; null if there is none. */
  external_id?: string | null
  /** With include=details. The code of error_details; null unless FAILED. */
  error_code?: string | null
  /** With include=details. Time of the last change other than progress, in UTC. */
  updated_at?: string
}

export type InitializeBatch = {
  items: Array<
    | {
        kind: 'insight'
        project_id: number
        /** File name with one of the extensions pdf, ppt, pptx, doc, docx, xls, xlsx, txt. */
        filename: string
        /** Your own id of the record, without control characters. It need not be unique. It is part of events, so it must not contain personal data. null is the same as omitting it. */
        external_id?: string | null
        /** Up to 50 pairs of your own, with keys of up to 40 and values of up to 500 characters. Do not store personal data here. null is the same as omitting it. */
        metadata?: Record<string, string> | null
        /** form: one POST of the whole file. multipart: parts, in any order, resumable for days. url: the service downloads the file from source_url after complete. */
        upload_type?: ImportUploadType
        /** Size of the file; required with upload_type multipart. */
        size_bytes?: number
        /** Required with upload_type url: an https URL, such as a signed link, without user info or fragment. It is stored encrypted until the download ends, and never returned. */
        source_url?: string
      }
    | {
        kind: 'file'
        project_id: number
        /** File name with its extension, which determines the file type. */
        file_name: string
        /** Your own id of the record, without control characters. It need not be unique. It is part of events, so it must not contain personal data. null is the same as omitting it. */
        external_id?: string | null
        /** Up to 50 pairs of your own, with keys of up to 40 and values of up to 500 characters. Do not store personal data here. null is the same as omitting it. */
        metadata?: Record<string, string> | null
        /** form: one POST of the whole file. multipart: parts, in any order, resumable for days. url: the service downloads the file from source_url after complete. */
        upload_type?: ImportUploadType
        /** Size of the file; required with upload_type multipart. */
        size_bytes?: number
        /** Required with upload_type url: an https URL, such as a signed link, without user info or fragment. It is stored encrypted until the download ends, and never returned. */
        source_url?: string
        /** Only for audio and video: name of a transcript to upload with the recording: vtt, srt, sbv, json, otr, txt or docx, up to 50 MB. The response then has `transcript`. If it is uploaded when complete is called, it replaces speech recognition. */
        transcript_file_name?: string
      }
  >
}

export type InitializedBatch = {
  /** One for each item, in the same order. */
  results: Array<{
    /** Position of the item in the request, from 0. */
    index: number
    /** Status that the single call would return. */
    http_status: number
    body:
      | BegunInsight
      | BegunInsightUpload
      | BegunInsightUrl
      | BegunFile
      | BegunFileUpload
      | BegunFileUrl
      | ErrorBody
  }>
}

export type CompleteBatch = {
  items: Array<{
    kind: ImportKind
    /** The insight_key, wav_key or upload_key. */
    key: string
    /** true: publish the insight to the team once it is processed. */
    should_publish?: boolean
  }>
}

export type CompletedBatch = {
  /** One for each item, in the same order. */
  results: Array<{
    /** Position of the item in the request, from 0. */
    index: number
    /** Status that the single call would return. */
    http_status: number
    body: CompletedInsight | CompletedFile | CompletedSurvey | ErrorBody
  }>
}

export type BatchKeys = {
  items: Array<{
    kind: ImportKind
    /** The insight_key, wav_key or upload_key. */
    key: string
  }>
}

export type BatchStatus = {
  /** Position of the item in the request, from 0. */
  index: number
  /** 200; 404 if there is no such import or this API key has no access to it; 403 if the token lacks the scope of the kind. Except for 200, the fields below are null. */
  http_status: 200 | 403 | 404
  kind: ImportKind
  key: string
  /** The status in the words of the kind: processing_status of an insight, status of a file or survey. */
  status: ProcessingStatus | FileStatus | SurveyStatus | null
  /** The import has ended, or there is none to wait for (http_status 403 or 404). */
  is_final: boolean
  /** What went wrong and what to do; null unless the import failed. */
  error_reason: string | null
  /** Stable error code for error_reason. */
  error_code: string | null
  /** null unless an insight or file is being processed. */
  progress: {
    stage: 'fetching' | 'converting' | 'reading' | 'transcribing' | 'protecting'
    /** Progress of the whole import. */
    percent: number
    /** Estimated seconds until this stage ends; null while unknown. */
    seconds_left: number | null
  } | null
  /** The external_id that was sent; null if there is none. */
  external_id: string | null
}

export type InitializeBundle = {
  /** Number of volumes (ZIP archives) of the export. */
  num_volumes: number
  /** Name of the new project. Default: the exported name. */
  name?: string
}

export type BegunBundle = {
  bundle_key: string
  /** awaiting_upload: upload all volumes, then call complete. processing: the volumes are verified and imported. completed: the project exists. failed: nothing was imported; see error_reason. */
  status: BundleStatus
  num_volumes: number
  upload_urls: Array<VolumeDescriptor>
  links: {
    /** Path of complete; call it once the file is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
  }
}

export type CompletedBundle = {
  bundle_key: string
  /** awaiting_upload: upload all volumes, then call complete. processing: the volumes are verified and imported. completed: the project exists. failed: nothing was imported; see error_reason. */
  status: BundleStatus
  message?: string
}

export type BundleImport = {
  bundle_key: string
  /** awaiting_upload: upload all volumes, then call complete. processing: the volumes are verified and imported. completed: the project exists. failed: nothing was imported; see error_reason. */
  status: BundleStatus
  /** In percent. */
  progress: number
  num_volumes: number
  /** The new project; null until the import is completed. */
  project_id: number | null
  /** What the export had left out, by reason; null until the manifest has been read. */
  omitted: Record<string, number> | null
  /** What of a REFI-QDA project has no counterpart and was not imported; null for an export of Inlet, and until the project has been read. */
  unmatched: Array<{
    /** What has no counterpart, for example note, link, set, graph, coding, case, variable, transcript or source. More kinds may be added. */
    kind: string
    count: number
    /** Names of at most five of them. */
    examples: Array<string>
  }> | null
  /** Stable code of error_reason; null unless the import failed. */
  error_code: string | null
  /** What is wrong with the bundle, and what to do. */
  error_reason: string | null
  created_at: string
  completed_at: string | null
  links: {
    /** Path of complete; call it once the file is uploaded. */
    complete: string
    /** Path of the status. */
    status: string
  }
}

export type EventPage = {
  events: Array<LoggedEvent>
  next_cursor: string
  /** True if the next call will find more of the log. A page can be empty all the same. */
  has_more: boolean
}

export type LoggedEvent = {
  id: string
  /** The kind of record, and its new status or what happened. New types may be added: `project.created`, `project.updated`, `project.archived`, `project.unarchived`, `project.deleted`, `project.restored`, `project.purged`, `insight.processing`, `insight.completed`, `insight.failed`, `insight.updated`, `insight.deleted`, `insight.restored`, `insight.purged`, `file.processing`, `file.completed`, `file.error`, `file.updated`, `file.deleted`, `file.restored`, `file.purged`, `survey.validating`, `survey.processing`, `survey.completed`, `survey.failed`, `survey.awaiting_upload`, `survey.updated`, `survey.deleted`, `survey.restored`, `survey.purged`, `part.processed`, `part.failed`, `media.linked`, `media.failed`, `media.completed`, `media.error`, `media.deleted`, `media.restored`, `media.purged`, `respondent.erased`, `export.completed`, `export.failed`, `bundle.completed`, `bundle.failed`, `webhook.disabled`, `webhook.test`. */
  type: string
  /** Time of the change in UTC. */
  timestamp: string
  /** Identifiers and status of the record; no names, texts or e-mail addresses. */
  data: {
    project_id: number | null
    insight_key?: string
    insight_state?: 0 | 1 | 2
    wav_key?: string
    upload_key?: string
    survey_key?: string
    part_number?: number
    media_key?: string
    respondent_id?: number
    export_key?: string
    bundle_key?: string
    webhook_key?: string
    disabled_reason?: string
    /** Status after the change, in the words of the status call. */
    status?: string
    external_id: string | null
    /** Where to read the record. Empty where there is nothing to read. */
    links: {
      /** Path of the status of the import. */
      status?: string
    }
  }
}

export type ProjectRecord = {
  id: number
  name: string
  project_share_preference: 1 | 2 | 4
  shared_roles: Array<0 | 2 | 3 | 4>
  supported_languages: Array<string>
  transcript_language: string
  default_ai_language: string
  disable_search_ask_ai: boolean
  has_auto_ai_notes: boolean
  auto_pii_enabled_at_project_level: boolean
  privacy: {
    redact_pii?: boolean
    /** Category ids; an empty list means the default categories. */
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
  archived: boolean
  external_id: string | null
  metadata: Record<string, string> | null
  /** In UTC, ending in Z. */
  created_at: string
  /** Uploaded records by kind. Drafts of others are not counted, nor uploads that were not completed. */
  counts: {
    audio: number
    video: number
    document: number
    image: number
    insight: number
    survey: number
  }
}

export type UpdateProject = {
  /** Name of the project. Leading and trailing white space is removed. */
  name?: string
  /** Languages spoken in the recordings. Default: those of the team. */
  supported_languages?: Array<string>
  /** Locale: a language with a region, such as en-US. */
  transcript_language?: string
  /** Locale: a language with a region, such as en-US. */
  default_ai_language?: string
  /** true: exclude the project from answers and searches across projects. */
  disable_search_ask_ai?: boolean
  project_share_preference?: 1 | 2 | 4
  /** Role ids for share preference 4; unknown ids are ignored. */
  shared_roles?: Array<number>
  /** Default: true when any privacy field is sent, else false. */
  auto_pii_enabled_at_project_level?: boolean
  redact_pii?: boolean
  /** Category ids; an empty list means the default categories. */
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
  /** Your own id of the record, without control characters or personal data. null removes it. */
  external_id?: string | null
  /** Replaces all pairs; up to 50, without personal data. null removes them. */
  metadata?: Record<string, string> | null
  /** An object, even an empty one, turns automatic notes on; null turns them off. */
  auto_ai_notes_payload?: Record<string, unknown> | null
  /** true: the project disappears from every list and takes no imports. false brings it back. */
  archived?: boolean
}

export type ManagedProject = {
  id: number
  name: string
  project_share_preference: 1 | 2 | 4
  shared_roles: Array<0 | 2 | 3 | 4>
  supported_languages: Array<string>
  transcript_language: string
  default_ai_language: string
  disable_search_ask_ai: boolean
  has_auto_ai_notes: boolean
  auto_pii_enabled_at_project_level: boolean
  privacy: {
    redact_pii?: boolean
    /** Category ids; an empty list means the default categories. */
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
  archived: boolean
  external_id: string | null
  metadata: Record<string, string> | null
  /** In UTC, ending in Z. */
  created_at: string
}

export type UpdateInsight = {
  /** File name with its extension, which cannot be changed. */
  name?: string
  /** Moves the record to this project, which the API key must be able to access. */
  project_id?: number
  /** Your own id of the record, without control characters or personal data. null removes it. */
  external_id?: string | null
  /** Replaces all pairs; up to 50, without personal data. null removes them. */
  metadata?: Record<string, string> | null
  /** 0: published. 1: a draft, visible only to its creator. */
  insight_state?: 0 | 1
}

export type ManagedInsight = {
  insight_key: string
  name: string
  project_id: number
  external_id: string | null
  metadata: Record<string, string> | null
  /** In UTC, ending in Z. */
  created_at: string
  /** Time of the last change other than progress, in UTC, ending in Z. */
  updated_at: string
  insight_type: InsightType
  insight_state: 0 | 1 | 2
  processing_status: ProcessingStatus
}

export type UpdateFile = {
  /** File name with its extension, which cannot be changed. */
  name?: string
  /** Moves the record to this project, which the API key must be able to access. */
  project_id?: number
  /** Your own id of the record, without control characters or personal data. null removes it. */
  external_id?: string | null
  /** Replaces all pairs; up to 50, without personal data. null removes them. */
  metadata?: Record<string, string> | null
}

export type ManagedFile = {
  wav_key: string
  name: string
  project_id: number
  external_id: string | null
  metadata: Record<string, string> | null
  /** In UTC, ending in Z. */
  created_at: string
  /** Time of the last change other than progress, in UTC, ending in Z. */
  updated_at: string
  kind: 'audio' | 'video' | 'document' | 'image' | 'survey'
  status: FileStatus
}

export type UpdateSurvey = {
  name?: string
  /** Moves the record to this project, which the API key must be able to access. */
  project_id?: number
  /** Your own id of the record, without control characters or personal data. null removes it. */
  external_id?: string | null
  /** Replaces all pairs; up to 50, without personal data. null removes them. */
  metadata?: Record<string, string> | null
}

export type ManagedSurvey = {
  upload_key: string
  survey_key: string
  name: string
  project_id: number
  external_id: string | null
  metadata: Record<string, string> | null
  /** In UTC, ending in Z. */
  created_at: string
  /** Time of the last change other than progress, in UTC, ending in Z. */
  updated_at: string
  status: SurveyStatus
  number_of_responses: number
}

export type ManagedMedia = {
  media_key: string
  /** Of its survey. */
  upload_key: string
  filename: string
  status: MediaStatus
  media_level: MediaLevel | null
  /** Set if it is linked to a response. */
  response_id: number | null
  /** In UTC, ending in Z. */
  created_at: string
}

export type EraseRespondent = {
  /** Erases the person from every survey of the team. */
  email?: string
  /** Together with respondent_id: erases the person from this survey. */
  upload_key?: string
  respondent_id?: number
}

export type RequestedErasure = {
  erasure_key: string
}

export type Erasure = {
  erasure_key: string
  /** pending until the person is erased from every survey. */
  status: 'pending' | 'completed'
  /** What was removed so far from surveys that the API key can access. */
  removed: {
    surveys: number
    responses: number
    notes: number
    media: number
    participants: number
    /** Files in the object store. */
    objects: number
  }
  /** Time in UTC. */
  created_at: string
  completed_at: string | null
}

export type TrashedRecord = {
  kind: 'project' | 'insight' | 'file' | 'survey' | 'media'
  /** The insight_key, wav_key, upload_key, media_key or id of the project. */
  key: string
  name: string
  /** The project it is restored to; of a project, its own id. */
  project_id: number
  deleted_at: string
  /** After this time it cannot be restored. */
  purge_at: string
}

export type CreateWebhook = {
  /** Where events are sent: https, without user info or fragment, at most 2,000 characters. */
  url: string
  /** Event types such as `file.completed`, or all types of a kind such as `file.*`. Empty: all. */
  types?: Array<string>
  /** Only events of these projects. Empty: of all projects that the API key can access. */
  project_ids?: Array<number>
  description?: string
}

export type WebhookWithSecret = {
  webhook_key: string
  url: string
  /** Event types that are sent; empty: all. */
  types: Array<string>
  /** Projects whose events are sent; empty: all that the API key can access. */
  project_ids: Array<number>
  description: string
  status: WebhookStatus
  disabled_reason: DisabledReason | null
  created_at: string
  secret_expires_at: string | null
  /** Signs the requests, as defined by Standard Webhooks. Returned only on creation and rotation; store it safely. */
  secret: string
}

export type Webhook = {
  webhook_key: string
  url: string
  /** Event types that are sent; empty: all. */
  types: Array<string>
  /** Projects whose events are sent; empty: all that the API key can access. */
  project_ids: Array<number>
  description: string
  status: WebhookStatus
  disabled_reason: DisabledReason | null
  created_at: string
  secret_expires_at: string | null
}

export type UpdateWebhook = {
  /** Where events are sent: https, without user info or fragment, at most 2,000 characters. */
  url?: string
  /** Event types such as `file.completed`, or all types of a kind such as `file.*`. Empty: all. */
  types?: Array<string>
  /** Only events of these projects. Empty: of all projects that the API key can access. */
  project_ids?: Array<number>
  description?: string
  status?: WebhookStatus
}

export type RotateSecret = {
  overlap_seconds?: number
}

export type WebhookDelivery = {
  delivery_key: string
  event_id: string
  type: string
  status: DeliveryStatus
  next_attempt_at: string | null
  /** Newest first; at most the last 20. */
  attempts: Array<{
    at: string
    http_status: number | null
    error: string | null
    duration_ms: number
    response_excerpt: string | null
  }>
}

export type RedeliverSince = {
  since: string
}

export type Redelivered = {
  /** Number of events that will be sent. */
  count: number
}

export type CreateExport = {
  /** bundle: ZIP archives with a manifest. qdpx: a REFI-QDA 1.5 project for NVivo, ATLAS.ti, MAXQDA, QualCoder and others. */
  format?: ExportFormat
  /** Default: all. */
  contents?: Array<ExportContent>
}

export type CreatedExport = {
  export_key: string
  /** completed: the volumes can be downloaded until expires_at. failed: see error_reason. expired: the volumes were deleted. */
  status: ExportStatus
  links: {
    /** Path on this server. */
    self: string
  }
}

export type ListedExport = {
  export_key: string
  project_id: number
  /** bundle: ZIP archives with a manifest. qdpx: a REFI-QDA 1.5 project for NVivo, ATLAS.ti, MAXQDA, QualCoder and others. */
  format: ExportFormat
  contents: Array<ExportContent>
  /** completed: the volumes can be downloaded until expires_at. failed: see error_reason. expired: the volumes were deleted. */
  status: ExportStatus
  /** In percent. */
  progress: number
  /** The moment that the export shows; null until the project has been read. */
  as_of: string | null
  /** Of all volumes; null until the export is completed. */
  size_bytes: number | null
  /** Stable code of error_reason; null unless the export failed. */
  error_code: string | null
  error_reason: string | null
  /** Time in UTC. */
  created_at: string
  completed_at: string | null
  /** When the volumes are deleted; null until the export is completed. */
  expires_at: string | null
  links: {
    /** Path on this server. */
    self: string
  }
}

export type ProjectExport = {
  export_key: string
  project_id: number
  /** bundle: ZIP archives with a manifest. qdpx: a REFI-QDA 1.5 project for NVivo, ATLAS.ti, MAXQDA, QualCoder and others. */
  format: ExportFormat
  contents: Array<ExportContent>
  /** completed: the volumes can be downloaded until expires_at. failed: see error_reason. expired: the volumes were deleted. */
  status: ExportStatus
  /** In percent. */
  progress: number
  /** The moment that the export shows; null until the project has been read. */
  as_of: string | null
  /** Of all volumes; null until the export is completed. */
  size_bytes: number | null
  /** Stable code of error_reason; null unless the export failed. */
  error_code: string | null
  error_reason: string | null
  /** Time in UTC. */
  created_at: string
  completed_at: string | null
  /** When the volumes are deleted; null until the export is completed. */
  expires_at: string | null
  links: {
    /** Path on this server. */
    self: string
  }
  /** ZIP archives; empty unless the export is completed. */
  volumes: Array<ExportVolume>
}

export type InsightRecord = {
  insight_key: string
  project_id: number
  name: string
  /** The external_id that was sent; null if there is none. */
  external_id: string | null
  /** The metadata that was sent; null if there is none. */
  metadata: Record<string, string> | null
  /** Time in UTC. */
  created_at: string
  /** Time of the last change, in UTC. */
  updated_at: string
  completed_at: string | null
  insight_type: InsightType
  /** 0 published, 1 draft, 2 draft shared with the project. */
  insight_state: 0 | 1 | 2
  status: ProcessingStatus
  /** Stable code of error_reason; null unless processing failed. */
  error_code: string | null
  error_reason: string | null
  /** Warnings about a completed import. */
  notices: Array<string>
  /** Size of the uploaded file. */
  size_bytes: number | null
  /** SHA-256 of the uploaded file; null until processing has read it, and for a protected recording. */
  sha256: string | null
  page_count: number | null
  links: {
    /** Path on this server. */
    status: string
    /** Path on this server. */
    pages: string
    /** Path on this server. */
    text: string
    /** Path on this server. */
    urls: string
  }
}

export type TextPages = {
  pages: Array<{
    /** From 1. */
    number: number
    /** Where the text comes from. */
    source: 'text' | 'ocr' | 'none'
    text: string
  }>
  page_count: number
}

export type ResultUrls = {
  original?: {
    /** Works without credentials until expires_at. */
    url: string
    /** Time in UTC. */
    expires_at: string
    content_type: string
    size_bytes: number
  }
  viewer?: {
    /** Works without credentials until expires_at. */
    url: string
    /** Time in UTC. */
    expires_at: string
    content_type: string
    size_bytes: number
  }
  thumbnail?: {
    /** Works without credentials until expires_at. */
    url: string
    /** Time in UTC. */
    expires_at: string
    content_type: string
    size_bytes: number
  }
  rendition?: {
    /** Works without credentials until expires_at. */
    url: string
    /** Time in UTC. */
    expires_at: string
    content_type: string
    size_bytes: number
  }
  poster?: {
    /** Works without credentials until expires_at. */
    url: string
    /** Time in UTC. */
    expires_at: string
    content_type: string
    size_bytes: number
  }
}

export type FileRecord = {
  wav_key: string
  project_id: number
  name: string
  /** The external_id that was sent; null if there is none. */
  external_id: string | null
  /** The metadata that was sent; null if there is none. */
  metadata: Record<string, string> | null
  /** Time in UTC. */
  created_at: string
  /** Time of the last change, in UTC. */
  updated_at: string
  completed_at: string | null
  kind: 'audio' | 'video' | 'document' | 'image' | 'survey'
  status: FileStatus
  /** Stable code of error_reason; null unless processing failed. */
  error_code: string | null
  error_reason: string | null
  /** Warnings about a completed import. */
  notices: Array<string>
  /** Size of the uploaded file. */
  size_bytes: number | null
  /** SHA-256 of the uploaded file; null until processing has read it, and for a protected recording. */
  sha256: string | null
  /** True for a recording of which only the protected version can be read. */
  is_protected: boolean
  /** Set for a document or image that is completed. */
  page_count: number | null
  /** Of an image, in pixels. */
  width: number | null
  /** Of an image, in pixels. */
  height: number | null
  /** Set for a recording once it can be played. */
  duration_ms: number | null
  links: {
    /** Path on this server. */
    status: string
    /** Path on this server. */
    transcript?: string
    /** Path on this server. */
    pages?: string
    /** Path on this server. */
    text?: string
    /** Path on this server. */
    urls?: string
  }
}

export type Transcript = {
  language: string
  engine: string
  duration_ms: number
  /** false only with partial=true, while it is being transcribed. */
  is_complete: boolean
  speakers: Array<{
    /** Label of the speech engine; null if it does not identify speakers. */
    id: string | null
    /** Name that a person has given; null if there is none. */
    name: string | null
  }>
  segments: Array<TranscriptSegment>
}

export type SurveyRecord = {
  upload_key: string
  survey_key: string
  project_id: number
  name: string
  /** The external_id that was sent; null if there is none. */
  external_id: string | null
  /** The metadata that was sent; null if there is none. */
  metadata: Record<string, string> | null
  /** Time in UTC. */
  created_at: string
  /** Time of the last change, in UTC. */
  updated_at: string
  completed_at: string | null
  status: SurveyStatus
  response_count: number
  num_parts: number
  links: {
    /** Path on this server. */
    status: string
    /** Path on this server. */
    columns: string
    /** Path on this server. */
    responses: string
    /** Path on this server. */
    results: string
    /** Path on this server. */
    media: string
    /** Path on this server. */
    respondents: string
  }
}

export type ResultColumn = {
  /** Position in the header of the first part, from 0. */
  position: number
  /** Header, as used as a key of column_mapping. */
  header: string
  /** Question text from further header rows; null if there are none. */
  question: string | null
  type: ColumnType
  decided_by: DecidedBy
  /** From 0 to 1. */
  confidence: number
  reason: string
  notes: Array<{
    /** Stable code. */
    code: string
    message: string
  }>
  /** Of a choice, NPS or ranking column; null for others. */
  options: Array<{
    /** For the filter f=position:number. */
    number: number
    label: string
    count: number
  }> | null
}

export type ResultResponse = {
  response_id: number
  part_number: number
  /** Row in its part, from 1, without the header. */
  row: number
  answered_at: string | null
  /** The same for all responses of one person. */
  respondent_id: number
  /** The person was removed or erased at their request. */
  is_erased: boolean
  /** Only with the scope participant:read. */
  respondent?: {
    name: string | null
    email: string | null
  }
  answers: Array<{
    position: number
    /** Chosen labels, a score, ranked labels from the first place on, or the text of an open answer. */
    values: Array<string>
  }>
}

export type SurveyResults = {
  total: number
  matching: number
  questions: Array<{
    position: number
    name: string
    type: 'Single choice' | 'Multi choice' | 'NPS' | 'Ranking' | 'Open-ended'
    /** Filtered responses, ignoring the filter on this question. */
    base: number
    answered: number
    answered_of_all: number
    /** In survey order; only the 100 most frequent of a longer list. */
    options: Array<{
      /** Number of the option, for f=position:number. */
      number: number
      label: string
      count: number
      count_of_all: number
      mean_place: number | null
      first_count: number | null
    }>
    option_count: number
    nps: {
      promoters: number
      passives: number
      detractors: number
      score: number | null
    } | null
    nps_of_all: {
      promoters: number
      passives: number
      detractors: number
      score: number | null
    } | null
  }>
}

export type ResultRespondent = {
  respondent_id: number
  name: string | null
  email: string | null
}

export type MediaRecord = {
  media_key: string
  /** Of its survey. */
  upload_key: string
  filename: string
  status: MediaStatus
  media_level: MediaLevel | null
  /** Set if it is linked to a response. */
  response_id: number | null
  /** The person it is linked to, also through a response. */
  respondent_id: number | null
  /** Null until it is linked. */
  recording_status: RecordingStatus | null
  error_code: string | null
  error_reason: string | null
  duration_ms: number | null
  size_bytes: number | null
  /** Time in UTC. */
  created_at: string
  links: {
    /** Path on this server. */
    transcript: string
    /** Path on this server. */
    urls: string
  }
}

export type ResultParticipant = {
  participant_id: number
  name: string | null
  email: string
  /** Accessible surveys they responded to. */
  survey_count: number
  /** Time in UTC. */
  created_at: string
}

export type ParticipantRecord = {
  participant_id: number
  name: string | null
  email: string
  /** Accessible surveys they responded to. */
  survey_count: number
  /** Time in UTC. */
  created_at: string
  /** Most recent first, up to 200, of accessible surveys. */
  responses: Array<{
    upload_key: string
    survey_name: string
    project_id: number
    respondent_id: number
    response_id: number
    answered_at: string | null
  }>
}

/** The error codes of the service. */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'invalid_cursor'
  | 'webhook_url_refused'
  | 'unauthenticated'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'project_creation_disabled'
  | 'storage_quota_exceeded'
  | 'read_only_role'
  | 'admins_only'
  | 'owner_or_admin_only'
  | 'upload_refused'
  | 'not_found'
  | 'project_not_found'
  | 'insight_not_found'
  | 'file_not_found'
  | 'survey_not_found'
  | 'part_not_found'
  | 'column_not_found'
  | 'media_not_found'
  | 'webhook_not_found'
  | 'export_not_found'
  | 'bundle_not_found'
  | 'delivery_not_found'
  | 'upload_gone'
  | 'method_not_allowed'
  | 'upload_interrupted'
  | 'length_required'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'unsupported_extension'
  | 'upload_missing'
  | 'upload_too_large'
  | 'upload_incomplete'
  | 'part_damaged'
  | 'upload_type_unavailable'
  | 'survey_incomplete'
  | 'survey_failed'
  | 'part_processed'
  | 'part_not_retryable'
  | 'part_not_withdrawable'
  | 'only_part'
  | 'survey_not_retypable'
  | 'survey_not_completed'
  | 'media_not_expected'
  | 'too_many_media_files'
  | 'media_not_accepted'
  | 'media_not_retryable'
  | 'media_not_withdrawable'
  | 'media_being_replaced'
  | 'media_name_taken'
  | 'webhook_limit_reached'
  | 'export_running'
  | 'webhook_disabled'
  | 'idempotency_conflict'
  | 'idempotency_in_progress'
  | 'privacy_mismatch'
  | 'append_conflict'
  | 'not_ready'
  | 'recording_closed'
  | 'cursor_expired'
  | 'precondition_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target'

/** Why an accepted insight or file could not be processed; new codes may be added. */
export type FailureCode =
  | 'file_empty'
  | 'unsupported'
  | 'type_mismatch'
  | 'password_protected'
  | 'damaged'
  | 'too_complex'
  | 'took_too_long'
  | 'out_of_memory'
  | 'language_unsupported'
  | 'transcript_unreadable'
  | 'transcript_mismatch'
  | 'transcript_untimed'
  | 'nothing_left'
  | 'privacy_unverified'
  | 'analyzer_unreachable'
  | 'analyzer_refused'
  | 'analyzer_bad_answer'
  | 'detector_missing'
  | 'detector_failed'
  | 'source_unreachable'
  | 'upload_too_large'
  | 'storage_quota_exceeded'
  | 'upload_gone'
  | 'not_exported'
  | 'gave_up'
  | 'machine_fault'

/** Why a part of a survey could not be imported; new codes may be added. */
export type SurveyFailureCode =
  | 'csv_empty'
  | 'csv_not_text'
  | 'csv_encoding'
  | 'csv_nul_character'
  | 'csv_quote_unclosed'
  | 'csv_quote_misplaced'
  | 'csv_cell_too_long'
  | 'csv_row_too_long'
  | 'csv_row_width'
  | 'csv_too_many_columns'
  | 'csv_too_many_rows'
  | 'csv_part_too_small'
  | 'header_mismatch'
  | 'missing_columns'
  | 'too_many_parts'
  | 'upload_gone'
  | 'gave_up'
  | 'machine_fault'

/** Why a media file of a survey could not be linked; new codes may be added. */
export type MediaFailureCode =
  | 'unsupported_extension'
  | 'no_match'
  | 'ambiguous'
  | 'column_missing'
  | 'upload_gone'

/** The types of events; new types may be added. */
export type EventType =
  | 'project.created'
  | 'project.updated'
  | 'project.archived'
  | 'project.unarchived'
  | 'project.deleted'
  | 'project.restored'
  | 'project.purged'
  | 'insight.processing'
  | 'insight.completed'
  | 'insight.failed'
  | 'insight.updated'
  | 'insight.deleted'
  | 'insight.restored'
  | 'insight.purged'
  | 'file.processing'
  | 'file.completed'
  | 'file.error'
  | 'file.updated'
  | 'file.deleted'
  | 'file.restored'
  | 'file.purged'
  | 'survey.validating'
  | 'survey.processing'
  | 'survey.completed'
  | 'survey.failed'
  | 'survey.awaiting_upload'
  | 'survey.updated'
  | 'survey.deleted'
  | 'survey.restored'
  | 'survey.purged'
  | 'part.processed'
  | 'part.failed'
  | 'media.linked'
  | 'media.failed'
  | 'media.completed'
  | 'media.error'
  | 'media.deleted'
  | 'media.restored'
  | 'media.purged'
  | 'respondent.erased'
  | 'export.completed'
  | 'export.failed'
  | 'bundle.completed'
  | 'bundle.failed'
  | 'webhook.disabled'
  | 'webhook.test'

export const operations = {
  'token.issue': { method: 'POST', path: '/api/v1/oauth/token' },
  'projects.list': { method: 'GET', path: '/api/v1/developer/import/projects' },
  'projects.create': { method: 'POST', path: '/api/v1/developer/import/projects/create' },
  'insights.initialize': { method: 'POST', path: '/api/v1/developer/import/insights/initialize' },
  'insights.complete': { method: 'POST', path: '/api/v1/developer/import/insights/{insight_key}/complete' },
  'insights.status': { method: 'GET', path: '/api/v1/developer/import/insights/{insight_key}/status' },
  'insights.getUpload': { method: 'GET', path: '/api/v1/developer/import/insights/{insight_key}/upload' },
  'insights.startUpload': { method: 'POST', path: '/api/v1/developer/import/insights/{insight_key}/upload' },
  'insights.signUploadParts': {
    method: 'POST',
    path: '/api/v1/developer/import/insights/{insight_key}/upload/sign',
  },
  'insights.discardUpload': {
    method: 'DELETE',
    path: '/api/v1/developer/import/insights/{insight_key}/upload',
  },
  'insights.list': { method: 'GET', path: '/api/v1/developer/import/insights' },
  'files.initialize': { method: 'POST', path: '/api/v1/developer/import/files/initialize' },
  'files.complete': { method: 'POST', path: '/api/v1/developer/import/files/{wav_key}/complete' },
  'files.status': { method: 'GET', path: '/api/v1/developer/import/files/{wav_key}/status' },
  'files.getUpload': { method: 'GET', path: '/api/v1/developer/import/files/{wav_key}/upload' },
  'files.startUpload': { method: 'POST', path: '/api/v1/developer/import/files/{wav_key}/upload' },
  'files.signUploadParts': { method: 'POST', path: '/api/v1/developer/import/files/{wav_key}/upload/sign' },
  'files.discardUpload': { method: 'DELETE', path: '/api/v1/developer/import/files/{wav_key}/upload' },
  'files.list': { method: 'GET', path: '/api/v1/developer/import/files' },
  'surveys.initialize': { method: 'POST', path: '/api/v1/developer/import/surveys/initialize' },
  'surveys.complete': { method: 'POST', path: '/api/v1/developer/import/surveys/{upload_key}/complete' },
  'surveys.status': { method: 'GET', path: '/api/v1/developer/import/surveys/{upload_key}/status' },
  'surveys.retryPart': {
    method: 'POST',
    path: '/api/v1/developer/import/surveys/{upload_key}/parts/{part_number}/retry',
  },
  'surveys.withdrawPart': {
    method: 'DELETE',
    path: '/api/v1/developer/import/surveys/{upload_key}/parts/{part_number}',
  },
  'surveys.retypeColumn': {
    method: 'PATCH',
    path: '/api/v1/developer/import/surveys/{upload_key}/columns/{position}',
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
  'surveys.withdrawMedia': {
    method: 'DELETE',
    path: '/api/v1/developer/import/surveys/{upload_key}/media/{filename}',
  },
  'surveys.getMediaUpload': {
    method: 'GET',
    path: '/api/v1/developer/import/surveys/{upload_key}/media/{media_key}/upload',
  },
  'surveys.startMediaUpload': {
    method: 'POST',
    path: '/api/v1/developer/import/surveys/{upload_key}/media/{media_key}/upload',
  },
  'surveys.signMediaUploadParts': {
    method: 'POST',
    path: '/api/v1/developer/import/surveys/{upload_key}/media/{media_key}/upload/sign',
  },
  'surveys.discardMediaUpload': {
    method: 'DELETE',
    path: '/api/v1/developer/import/surveys/{upload_key}/media/{media_key}/upload',
  },
  'surveys.list': { method: 'GET', path: '/api/v1/developer/import/surveys' },
  'batches.initialize': { method: 'POST', path: '/api/v1/developer/import/batch/initialize' },
  'batches.complete': { method: 'POST', path: '/api/v1/developer/import/batch/complete' },
  'batches.status': { method: 'POST', path: '/api/v1/developer/import/batch/status' },
  'bundles.initialize': { method: 'POST', path: '/api/v1/developer/import/bundles/initialize' },
  'bundles.complete': { method: 'POST', path: '/api/v1/developer/import/bundles/{bundle_key}/complete' },
  'bundles.status': { method: 'GET', path: '/api/v1/developer/import/bundles/{bundle_key}/status' },
  'bundles.getVolumeUpload': {
    method: 'GET',
    path: '/api/v1/developer/import/bundles/{bundle_key}/volumes/{volume_number}/upload',
  },
  'bundles.startVolumeUpload': {
    method: 'POST',
    path: '/api/v1/developer/import/bundles/{bundle_key}/volumes/{volume_number}/upload',
  },
  'bundles.signVolumeUploadParts': {
    method: 'POST',
    path: '/api/v1/developer/import/bundles/{bundle_key}/volumes/{volume_number}/upload/sign',
  },
  'bundles.discardVolumeUpload': {
    method: 'DELETE',
    path: '/api/v1/developer/import/bundles/{bundle_key}/volumes/{volume_number}/upload',
  },
  'events.list': { method: 'GET', path: '/api/v1/developer/events' },
  'projects.listManaged': { method: 'GET', path: '/api/v1/developer/projects' },
  'projects.get': { method: 'GET', path: '/api/v1/developer/projects/{project_id}' },
  'projects.update': { method: 'PATCH', path: '/api/v1/developer/projects/{project_id}' },
  'insights.update': { method: 'PATCH', path: '/api/v1/developer/insights/{insight_key}' },
  'files.update': { method: 'PATCH', path: '/api/v1/developer/files/{wav_key}' },
  'surveys.update': { method: 'PATCH', path: '/api/v1/developer/surveys/{upload_key}' },
  'projects.delete': { method: 'DELETE', path: '/api/v1/developer/projects/{project_id}' },
  'projects.restore': { method: 'POST', path: '/api/v1/developer/projects/{project_id}/restore' },
  'insights.delete': { method: 'DELETE', path: '/api/v1/developer/insights/{insight_key}' },
  'insights.restore': { method: 'POST', path: '/api/v1/developer/insights/{insight_key}/restore' },
  'files.delete': { method: 'DELETE', path: '/api/v1/developer/files/{wav_key}' },
  'files.restore': { method: 'POST', path: '/api/v1/developer/files/{wav_key}/restore' },
  'surveys.delete': { method: 'DELETE', path: '/api/v1/developer/surveys/{upload_key}' },
  'surveys.restore': { method: 'POST', path: '/api/v1/developer/surveys/{upload_key}/restore' },
  'media.delete': { method: 'DELETE', path: '/api/v1/developer/media/{media_key}' },
  'media.restore': { method: 'POST', path: '/api/v1/developer/media/{media_key}/restore' },
  'respondents.erase': { method: 'POST', path: '/api/v1/developer/respondents/erase' },
  'erasures.get': { method: 'GET', path: '/api/v1/developer/erasures/{erasure_key}' },
  'trash.list': { method: 'GET', path: '/api/v1/developer/trash' },
  'webhooks.create': { method: 'POST', path: '/api/v1/developer/webhooks' },
  'webhooks.list': { method: 'GET', path: '/api/v1/developer/webhooks' },
  'webhooks.get': { method: 'GET', path: '/api/v1/developer/webhooks/{webhook_key}' },
  'webhooks.update': { method: 'PATCH', path: '/api/v1/developer/webhooks/{webhook_key}' },
  'webhooks.delete': { method: 'DELETE', path: '/api/v1/developer/webhooks/{webhook_key}' },
  'webhooks.rotate': { method: 'POST', path: '/api/v1/developer/webhooks/{webhook_key}/rotate' },
  'webhooks.test': { method: 'POST', path: '/api/v1/developer/webhooks/{webhook_key}/test' },
  'webhooks.listDeliveries': { method: 'GET', path: '/api/v1/developer/webhooks/{webhook_key}/deliveries' },
  'webhooks.redeliver': {
    method: 'POST',
    path: '/api/v1/developer/webhooks/{webhook_key}/deliveries/{delivery_key}/redeliver',
  },
  'webhooks.redeliverSince': { method: 'POST', path: '/api/v1/developer/webhooks/{webhook_key}/redeliver' },
  'exports.create': { method: 'POST', path: '/api/v1/developer/projects/{project_id}/exports' },
  'exports.list': { method: 'GET', path: '/api/v1/developer/exports' },
  'exports.get': { method: 'GET', path: '/api/v1/developer/exports/{export_key}' },
  'exports.delete': { method: 'DELETE', path: '/api/v1/developer/exports/{export_key}' },
  'insights.get': { method: 'GET', path: '/api/v1/developer/insights/{insight_key}' },
  'insights.pages': { method: 'GET', path: '/api/v1/developer/insights/{insight_key}/pages' },
  'insights.text': { method: 'GET', path: '/api/v1/developer/insights/{insight_key}/text' },
  'insights.urls': { method: 'GET', path: '/api/v1/developer/insights/{insight_key}/urls' },
  'files.get': { method: 'GET', path: '/api/v1/developer/files/{wav_key}' },
  'files.transcript': { method: 'GET', path: '/api/v1/developer/files/{wav_key}/transcript' },
  'files.pages': { method: 'GET', path: '/api/v1/developer/files/{wav_key}/pages' },
  'files.text': { method: 'GET', path: '/api/v1/developer/files/{wav_key}/text' },
  'files.urls': { method: 'GET', path: '/api/v1/developer/files/{wav_key}/urls' },
  'surveys.get': { method: 'GET', path: '/api/v1/developer/surveys/{upload_key}' },
  'surveys.columns': { method: 'GET', path: '/api/v1/developer/surveys/{upload_key}/columns' },
  'surveys.responses': { method: 'GET', path: '/api/v1/developer/surveys/{upload_key}/responses' },
  'surveys.results': { method: 'GET', path: '/api/v1/developer/surveys/{upload_key}/results' },
  'surveys.respondents': { method: 'GET', path: '/api/v1/developer/surveys/{upload_key}/respondents' },
  'surveys.media': { method: 'GET', path: '/api/v1/developer/surveys/{upload_key}/media' },
  'media.get': { method: 'GET', path: '/api/v1/developer/media/{media_key}' },
  'media.transcript': { method: 'GET', path: '/api/v1/developer/media/{media_key}/transcript' },
  'media.urls': { method: 'GET', path: '/api/v1/developer/media/{media_key}/urls' },
  'participants.list': { method: 'GET', path: '/api/v1/developer/participants' },
  'participants.get': { method: 'GET', path: '/api/v1/developer/participants/{participant_id}' },
} as const

export type OperationId = keyof typeof operations
