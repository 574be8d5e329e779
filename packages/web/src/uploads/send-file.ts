/** The three steps of an upload: begin, send, complete. Returns the key of the import. */
import { beginFile, beginInsight, completeFile, completeInsight } from '@inlet/contract/workspace'
import { call } from '../api/call.ts'
import { uploadContent } from './upload-content.ts'
import type { UploadTask } from './upload-store.ts'

export function createFileUpload(projectId: number, file: File): UploadTask {
  return async ({ onSent, signal }) => {
    const started = await call(
      beginFile,
      { body: { project_id: projectId, file_name: file.name } },
      { signal },
    )
    await uploadContent(started, file, { onSent, signal })
    await call(completeFile, { params: { wav_key: started.wav_key } })
    return started.wav_key
  }
}

export function createInsightUpload(projectId: number, file: File): UploadTask {
  return async ({ onSent, signal }) => {
    const started = await call(
      beginInsight,
      { body: { project_id: projectId, filename: file.name } },
      { signal },
    )
    await uploadContent(started, file, { onSent, signal })
    await call(completeInsight, {
      params: { insight_key: started.insight_key },
      body: { should_publish: true },
    })
    return started.insight_key
  }
}
