/** Parses survey files in a web worker, so that large files do not block the page. */
import { SurveyCsvError, splitSurvey } from '@inlet/survey-csv'
import { readBlob } from './read-blob.ts'
import { previewSurvey } from './survey-preview.ts'
import type { SurveyJob, SurveyResult } from './survey-worker-client.ts'

const respond = (message: SurveyResult) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<SurveyJob>) => {
  run(data).catch((error: unknown) => {
    const message =
      error instanceof SurveyCsvError
        ? error.message
        : 'The file could not be read. Check that it is a CSV, then add it again.'
    respond({ is: 'problem', message })
  })
})

async function run(job: SurveyJob): Promise<void> {
  if (job.task === 'preview') return respond({ is: 'preview', preview: await previewSurvey(job.file) })
  const parts: Blob[] = []
  // Blobs, because browsers keep large ones on disk.
  for await (const part of splitSurvey(readBlob(job.file))) parts.push(new Blob([part.bytes]))
  return respond({ is: 'parts', parts })
}
