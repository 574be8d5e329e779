import type { SavedUpload } from './saved-uploads.ts'
import { createAppendUpload } from './send-append.ts'
import { createFileUpload } from './send-file.ts'
import { createSurveyUpload } from './send-survey.ts'
import type { UploadTask } from './upload-store.ts'

export interface UploadFiles {
  file: File
  /** Of a recording. */
  transcript?: File | undefined
  /** Of a survey. */
  media?: readonly File[] | undefined
}

/** Starts or continues a saved upload with its files. */
export function createTask(
  { kind, projectId, key, replaces, survey, append }: Omit<SavedUpload, 'userId'>,
  { file, transcript, media = [] }: UploadFiles,
): UploadTask {
  if (kind !== 'survey') return createFileUpload({ kind, projectId, file, key, replaces, transcript })
  if (append) return createAppendUpload(append, { file, media }, { hasBegun: key !== undefined })
  if (!survey) throw new Error('The choices of the survey are needed.')
  return createSurveyUpload(survey, { file, media })
}
