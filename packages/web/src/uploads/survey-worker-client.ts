/** Asks the survey worker, one job a worker. */
import { ApiError } from '../api/api-error.ts'
import type { SurveyPreview } from './survey-preview.ts'

export interface SurveyJob {
  task: 'preview' | 'split'
  file: Blob
}

export type SurveyAnswer =
  | { is: 'preview'; preview: SurveyPreview }
  | { is: 'parts'; parts: Blob[] }
  | { is: 'problem'; message: string }

export async function previewFile(file: Blob, signal?: AbortSignal): Promise<SurveyPreview> {
  const answer = await ask({ task: 'preview', file }, signal)
  if (answer.is !== 'preview') throw unreadable('The file could not be read.')
  return answer.preview
}

export async function splitFile(file: Blob, signal?: AbortSignal): Promise<Blob[]> {
  const answer = await ask({ task: 'split', file }, signal)
  if (answer.is !== 'parts') throw unreadable('The file could not be read.')
  return answer.parts
}

function ask(job: SurveyJob, signal?: AbortSignal): Promise<SurveyAnswer> {
  const worker = new Worker(new URL('./survey.worker.ts', import.meta.url), {
    type: 'module',
    name: 'survey',
  })
  return new Promise<SurveyAnswer>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    worker.addEventListener('error', () => reject(unreadable('The file could not be read.')))
    worker.addEventListener('message', ({ data }: MessageEvent<SurveyAnswer>) =>
      data.is === 'problem' ? reject(unreadable(data.message)) : resolve(data),
    )
    worker.postMessage(job)
  }).finally(() => worker.terminate())
}

const unreadable = (message: string) => new ApiError(message, { code: 'survey_unreadable', status: 0 })
