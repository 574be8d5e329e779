/** Why an accepted insight or file could not be processed: the values of `error_code`. */

export const failureCodes = {
  file_empty: 'The file is empty.',
  unsupported: 'The file type cannot be processed.',
  type_mismatch: 'The content does not match the extension.',
  password_protected: 'The file is protected by a password.',
  damaged: 'The content is damaged or incomplete, or has no audio or video to play.',
  too_complex: 'The file exceeds a limit on pages, pixels, text, unpacked size or duration.',
  took_too_long: 'Processing exceeded its time limit.',
  out_of_memory: 'Processing exceeded its memory limit.',
  language_unsupported: 'No speech engine of this instance supports the transcript language of the project.',
  transcript_unreadable: 'The transcript that was uploaded with the recording cannot be read.',
  transcript_mismatch: 'The transcript that was uploaded with the recording does not fit its length.',
  transcript_untimed:
    'Personal details in the uploaded transcript cannot be beeped, because it has too few times.',
  nothing_left: 'The privacy settings of the project remove both audio and video.',
  privacy_unverified: 'The protected version of the recording did not pass verification.',
  analyzer_unreachable: 'The service that detects personal data could not be reached.',
  analyzer_refused: 'The service that detects personal data rejected the API key or the URL.',
  analyzer_bad_answer: 'The service that detects personal data returned invalid responses.',
  detector_missing: 'The models that detect faces and text in images are not installed.',
  detector_failed: 'Detecting faces and text in images failed.',
  source_unreachable: 'The file could not be downloaded from its source_url.',
  upload_too_large: 'The file at its source_url exceeds the size limit.',
  storage_quota_exceeded: 'The file at its source_url does not fit into the storage of the team.',
  upload_gone: 'The uploaded object was deleted from storage before it was read.',
  not_exported:
    'The import was not finished, or its files were missing, when its project was exported. Retry it, or upload it again.',
  gave_up: 'All attempts failed.',
  machine_fault: 'The server was short of disk space or memory, or lacked a program, in all attempts.',
} as const

export type FailureCode = keyof typeof failureCodes

/** Why a part of a survey could not be imported: the values of `code` in `error_details`, and of `error_code`. */
export const surveyFailureCodes = {
  csv_empty: 'The file has no rows.',
  csv_not_text: 'The file is not a text file.',
  csv_encoding: 'The encoding could not be read.',
  csv_nul_character: 'A row contains a NUL character.',
  csv_quote_unclosed: 'A quotation mark is not closed.',
  csv_quote_misplaced: 'A quotation mark is inside a cell without quotation marks around it.',
  csv_cell_too_long: 'A cell exceeds the length limit.',
  csv_row_too_long: 'A row exceeds the length limit.',
  csv_row_width: 'A row has more cells than the header.',
  csv_too_many_columns: 'The file exceeds the limit on columns.',
  csv_too_many_rows: 'The part exceeds the limit on responses.',
  csv_part_too_small: 'A row is larger than a part may be.',
  header_mismatch: 'The header differs from that of the first part.',
  missing_columns: 'Columns that the survey requires are missing.',
  too_many_parts: 'The survey exceeds the limit on parts.',
  upload_gone: 'The uploaded object was deleted from storage before it was read.',
  gave_up: 'All attempts failed.',
  machine_fault: 'The server was short of disk space or memory, or lacked a program, in all attempts.',
} as const

export type SurveyFailureCode = keyof typeof surveyFailureCodes

/** Why a media file of a survey could not be linked; its recording fails with a `FailureCode`. */
export const mediaFailureCodes = {
  unsupported_extension: 'Files of this kind cannot be linked.',
  no_match: 'No response names the file, and no respondent matches its name.',
  ambiguous: 'Several people name the file or match its name.',
  column_missing: '`link_by` is "column", and the survey has no such column.',
  upload_gone: 'The file is no longer in storage, or was replaced after it was checked.',
} as const

export type MediaFailureCode = keyof typeof mediaFailureCodes
