/** A part of a survey again: a fresh descriptor, the file, and complete. */
import { completeSurvey, retrySurveyPart } from '@inlet/contract/workspace'
import { isApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { sendForm } from './send-form.ts'
import type { UploadWork } from './upload-store.ts'

export function partWork(uploadKey: string, partNumber: number, file: File): UploadWork {
  return async ({ onSent, signal }) => {
    const params = { upload_key: uploadKey, part_number: String(partNumber) }
    const descriptor = await call(retrySurveyPart, { params }, { signal })
    await sendForm(descriptor, file, { onSent, signal })
    try {
      await call(completeSurvey, { params: { upload_key: uploadKey } })
    } catch (error) {
      // Other parts are missing too; whoever sends the last of them starts the import.
      if (!isApiError(error, 'survey_incomplete')) throw error
    }
    return uploadKey
  }
}
