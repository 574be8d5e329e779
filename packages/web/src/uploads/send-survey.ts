/** A survey: split into parts, begun with its columns, each part sent, then completed. */

import { beginSurvey, completeSurvey } from '@inlet/contract/workspace'
import type { ColumnType } from '@inlet/survey-csv'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { sendForm } from './send-form.ts'
import { splitFile } from './survey-worker-client.ts'
import type { UploadWork } from './upload-store.ts'

export interface SurveyPlan {
  projectId: number
  file: File
  name: string
  columns: Record<string, ColumnType>
  isForPanel: boolean
}

const mostParts = 100

export function surveyWork(plan: SurveyPlan): UploadWork {
  // The same for every try, so that a try after a broken line goes on with the same upload.
  const idempotencyKey = `web-${crypto.randomUUID()}`
  return async ({ onSent, signal }) => {
    const parts = await splitFile(plan.file, signal)
    if (parts.length > mostParts) throw tooLong()
    const begun = await call(
      beginSurvey,
      {
        body: {
          project_id: plan.projectId,
          name: plan.name,
          file_type: 'CSV',
          num_parts: parts.length,
          column_mapping: plan.columns,
          auto_map: false,
          add_to_research_panel: plan.isForPanel,
          idempotency_key: idempotencyKey,
        },
      },
      { signal },
    )
    let before = 0
    for (const descriptor of begun.upload_urls) {
      const part = parts[descriptor.part_number - 1]
      if (!part) continue
      const sent = before
      await sendForm(descriptor, part, { signal, onSent: (bytes) => onSent(sent + bytes) })
      before += part.size
    }
    await call(completeSurvey, { params: { upload_key: begun.upload_key } })
    return begun.upload_key
  }
}

function tooLong(): ApiError {
  const message = `The survey has more than ${mostParts} parts of 20,000 rows. Split the file and import each half as a survey of its own.`
  return new ApiError(message, { code: 'too_many_parts', status: 0 })
}
