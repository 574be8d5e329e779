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
  nothing_left: 'The privacy settings of the project remove both audio and video.',
  privacy_unverified: 'The protected version of the recording did not pass verification.',
  analyzer_unreachable: 'The service that detects personal data could not be reached.',
  analyzer_refused: 'The service that detects personal data rejected the API key or the URL.',
  analyzer_bad_answer: 'The service that detects personal data returned invalid responses.',
  detector_missing: 'The models that detect faces and text in images are not installed.',
  detector_failed: 'Detecting faces and text in images failed.',
  upload_gone: 'The uploaded object was deleted from storage before it was read.',
  gave_up: 'All attempts failed.',
  machine_fault: 'The server was short of disk space or memory, or lacked a program, in all attempts.',
} as const

export type FailureCode = keyof typeof failureCodes
