/** The three calls of an upload: begin, send, complete. Gives the key of the import. */
import { beginFile, beginInsight, completeFile, completeInsight } from '@inlet/contract/workspace'
import { call } from '../api/call.ts'
import { sendForm } from './send-form.ts'
import type { UploadWork } from './upload-store.ts'

export function fileWork(projectId: number, file: File): UploadWork {
  return async ({ onSent, signal }) => {
    const begun = await call(beginFile, { body: { project_id: projectId, file_name: file.name } }, { signal })
    await sendForm(begun, file, { onSent, signal })
    await call(completeFile, { params: { wav_key: begun.wav_key } })
    return begun.wav_key
  }
}

export function insightWork(projectId: number, file: File): UploadWork {
  return async ({ onSent, signal }) => {
    const begun = await call(
      beginInsight,
      { body: { project_id: projectId, filename: file.name } },
      { signal },
    )
    await sendForm(begun, file, { onSent, signal })
    await call(completeInsight, {
      params: { insight_key: begun.insight_key },
      body: { should_publish: true },
    })
    return begun.insight_key
  }
}
