/** Uploads a survey part again: new descriptor, file, complete. */
import { completeSurvey, retrySurveyPart } from '@inlet/contract/workspace'
import { isInletError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { uploadContent } from './upload-content.ts'
import type { UploadTask } from './upload-store.ts'

export function createPartUpload(uploadKey: string, partNumber: number, file: File): UploadTask {
  return async ({ onSent, signal }) => {
    const params = { upload_key: uploadKey, part_number: String(partNumber) }
    const renew = () => call(retrySurveyPart, { params }, { signal })
    await uploadContent(await renew(), file, { onSent, signal, renew })
    try {
      await call(completeSurvey, { params: { upload_key: uploadKey } })
    } catch (error) {
      // Other parts are still missing; the last upload starts the import.
      if (!isInletError(error, 'survey_incomplete')) throw error
    }
    return uploadKey
  }
}
