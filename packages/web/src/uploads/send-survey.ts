/** Uploads a survey: split into parts, begin with column types, send each part and the media files, complete. */

import { beginSurvey, completeSurvey } from '@inlet/contract/workspace'
import { InletError } from '@inlet/sdk/shared/errors'
import { call } from '../api/call.ts'
import { sendMediaFiles } from './send-media-files.ts'
import { splitSurveyFile } from './split-survey-file.ts'
import type { SurveyPlan } from './survey-plan.ts'
import { uploadContent } from './upload-content.ts'
import type { UploadTask } from './upload-store.ts'

export interface SurveyFiles {
  file: File
  /** Recordings that belong to responses. */
  media: readonly File[]
}

export function createSurveyUpload(plan: SurveyPlan, { file, media }: SurveyFiles): UploadTask {
  return async ({ onSent, signal }) => {
    const parts = await splitSurveyFile(file, signal)
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
          idempotency_key: plan.idempotencyKey,
          header_rows: plan.headerRows,
          ...(media.length > 0 && { media_config: {} }),
        },
      },
      { signal },
    )
    if (started.idempotency_mismatch) throw fileChangedError()
    const uploadKey = started.upload_key
    // An earlier attempt has completed it, but its answer was lost.
    if (started.status !== 'AWAITING_UPLOAD' && started.status !== 'FAILED') return uploadKey
    let before = 0
    for (const descriptor of started.upload_urls) {
      const part = parts[descriptor.part_number - 1]
      if (!part) continue
      const sent = before
      await uploadContent(descriptor, part, { signal, onSent: (bytes) => onSent(sent + bytes) })
      before += part.size
    }
    await sendMediaFiles(uploadKey, media, { signal, onSent: (bytes) => onSent(before + bytes) })
    await call(completeSurvey, { params: { upload_key: uploadKey } })
    return uploadKey
  }
}

/** The file changed since the first attempt, so its parts no longer match the upload. */
function fileChangedError(): InletError {
  const message = 'The file has changed since this upload started. Remove this upload and add the file again.'
  return new InletError(message, { code: 'idempotency_mismatch' })
}
