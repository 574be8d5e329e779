/** Uploads a survey: split into parts, begin with column types, send each part, complete. */

import { beginSurvey, completeSurvey } from '@inlet/contract/workspace'
import { InletError } from '@inlet/sdk/shared/errors'
import type { ColumnType } from '@inlet/survey-csv'
import { call } from '../api/call.ts'
import { splitFile } from './survey-worker-client.ts'
import { uploadContent } from './upload-content.ts'
import type { UploadTask } from './upload-store.ts'

export interface SurveyPlan {
  projectId: number
  file: File
  name: string
  columns: Record<string, ColumnType>
  /** As shown in the preview; the columns are named by the first header row. */
  headerRows: number
  addsParticipants: boolean
}

const maxParts = 100

export function createSurveyUpload(plan: SurveyPlan): UploadTask {
  // The same key for every attempt, so that a retry resumes the same upload.
  const idempotencyKey = `web-${crypto.randomUUID()}`
  return async ({ onSent, signal }) => {
    const parts = await splitFile(plan.file, signal)
    if (parts.length > maxParts) throw tooManyPartsError()
    const started = await call(
      beginSurvey,
      {
        body: {
          project_id: plan.projectId,
          name: plan.name,
          file_type: 'CSV',
          num_parts: parts.length,
          column_mapping: plan.columns,
          auto_map: false,
          add_to_research_panel: plan.addsParticipants,
          idempotency_key: idempotencyKey,
          header_rows: plan.headerRows,
        },
      },
      { signal },
    )
    if (started.idempotency_mismatch) throw fileChangedError()
    let before = 0
    for (const descriptor of started.upload_urls) {
      const part = parts[descriptor.part_number - 1]
      if (!part) continue
      const sent = before
      await uploadContent(descriptor, part, { signal, onSent: (bytes) => onSent(sent + bytes) })
      before += part.size
    }
    await call(completeSurvey, { params: { upload_key: started.upload_key } })
    return started.upload_key
  }
}

/** The file changed since the first attempt, so its parts no longer match the upload. */
function fileChangedError(): InletError {
  const message = 'The file has changed since this upload started. Remove this upload and add the file again.'
  return new InletError(message, { code: 'idempotency_mismatch' })
}

function tooManyPartsError(): InletError {
  const message = `The survey has more than ${maxParts} parts of 20,000 rows. Split the file and import each half as a separate survey.`
  return new InletError(message, { code: 'too_many_parts' })
}
