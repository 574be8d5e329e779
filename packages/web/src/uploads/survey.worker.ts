/** Reads survey files away from the page, so that a large one never makes it stutter. */
import { SurveyCsvError, splitSurvey } from '@inlet/survey-csv'
import { readBlob } from './read-blob.ts'
import { previewSurvey } from './survey-preview.ts'
import type { SurveyAnswer, SurveyJob } from './survey-worker-client.ts'

const answer = (message: SurveyAnswer) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<SurveyJob>) => {
  run(data).catch((error: unknown) => {
    const message =
      error instanceof SurveyCsvError
        ? error.message
        : 'The file could not be read. Check that it is a CSV, then add it again.'
    answer({ is: 'problem', message })
  })
})

async function run(job: SurveyJob): Promise<void> {
  if (job.task === 'preview') return answer({ is: 'preview', preview: await previewSurvey(job.file) })
  const parts: Blob[] = []
  // As blobs: browsers keep large ones on disk.
  for await (const part of splitSurvey(readBlob(job.file))) parts.push(new Blob([part.bytes]))
  return answer({ is: 'parts', parts })
}
