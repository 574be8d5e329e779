/** Shows the progress of a survey. Returns a function that stops it. */
import type { ImportHandle, ImportProgress, SurveyKeys, SurveyUpload } from '@inlet/sdk'
import { formatBytes, formatDuration } from '../../output/format.ts'
import type { Output } from '../../output/output.ts'

const words: Record<ImportProgress['stage'], string> = {
  preparing: 'reading the CSV',
  waiting: 'queued',
  uploading: 'uploading',
  processing: 'being processed',
  completed: 'completed',
}

export function trackSurvey(
  output: Output,
  handle: ImportHandle<SurveyKeys, SurveyUpload>,
  name: string,
): () => void {
  const view = output.progress()
  let stage = ''
  const state = () => ({
    items: [],
    total: { name, percent: handle.progress.percent, note: noteOf(handle.progress) },
  })
  const forget = handle.onProgress((progress) => {
    view.update(state)
    if (output.isTerminal || progress.stage === stage) return
    stage = progress.stage
    output.say(`${name}: ${words[progress.stage]}`)
  })
  return () => {
    forget()
    view.close()
  }
}

function noteOf({ stage, sentBytes, totalBytes, secondsLeft }: ImportProgress): string {
  if (stage !== 'uploading') return words[stage]
  const left = secondsLeft === undefined ? '' : `, ${formatDuration(secondsLeft)} left`
  return `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}${left}`
}
