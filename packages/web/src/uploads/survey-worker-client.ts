/** Runs one task in a new survey worker. */
import { InletError } from '@inlet/sdk/shared/errors'
import type { SurveyPreview } from './survey-preview.ts'

export interface SurveyJob {
  task: 'preview' | 'split'
  file: Blob
}

export type SurveyResult =
  | { is: 'preview'; preview: SurveyPreview }
  | { is: 'parts'; parts: Blob[] }
  | { is: 'problem'; message: string }

export async function previewFile(file: Blob, signal?: AbortSignal): Promise<SurveyPreview> {
  const result = await runTask({ task: 'preview', file }, signal)
  if (result.is !== 'preview') throw unreadable('The file could not be read.')
  return result.preview
}

export async function splitFile(file: Blob, signal?: AbortSignal): Promise<Blob[]> {
  const result = await runTask({ task: 'split', file }, signal)
  if (result.is !== 'parts') throw unreadable('The file could not be read.')
  return result.parts
}

function runTask(job: SurveyJob, signal?: AbortSignal): Promise<SurveyResult> {
  const worker = new Worker(new URL('./survey.worker.ts', import.meta.url), {
    type: 'module',
    name: 'survey',
  })
  return new Promise<SurveyResult>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    worker.addEventListener('error', () => reject(unreadable('The file could not be read.')))
    worker.addEventListener('message', ({ data }: MessageEvent<SurveyResult>) =>
      data.is === 'problem' ? reject(unreadable(data.message)) : resolve(data),
    )
    worker.postMessage(job)
  }).finally(() => worker.terminate())
}

const unreadable = (message: string) => new InletError(message, { code: 'survey_unreadable' })
