import type { storageStates } from '@inlet/contract/workspace'
import { countOf } from '../../ui/format/count.ts'

export const storageLabels: Record<(typeof storageStates)[number], string> = {
  original: 'Uploaded files',
  derived: 'Derived files',
  survey_part: 'Survey parts',
  survey_media: 'Survey media',
  trash: 'Waiting to be deleted',
}

/** Formats a duration: `45 s`, `6 min`, `3 h`, `2 days`. */
export function ageOf(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} h`
  return countOf(Math.round(seconds / 86_400), 'day')
}

const actions: Record<string, string> = {
  'operator.retryDeadLetters': 'Retried failed jobs',
  'operator.dismissDeadLetters': 'Dismissed failed jobs',
  'operator.requeueJob': 'Requeued a stuck job',
  'operator.openOriginal': 'Opened an original recording',
  'respondents.erase': 'Erased a person',
  'surveys.retypeColumn': 'Changed the type of a column',
  'recordings.editTranscript': 'Corrected a transcript',
  'recordings.assignSpeakers': 'Named speakers',
  'recordings.transcribeAgain': 'Transcribed again',
  'exports.request': 'Requested an export',
  'exports.complete': 'Completed an export',
  'exports.url': 'Requested download links of an export',
  'exports.delete': 'Deleted an export',
  'bundles.request': 'Started an import of a bundle',
  'bundles.complete': 'Imported a bundle',
}

const records: Record<string, string> = {
  projects: 'a project',
  insights: 'an insight',
  files: 'a file',
  surveys: 'a survey',
  media: 'a media file',
}
const changes: Record<string, string> = {
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  purge: 'Purged',
}

export function actionLabel(action: string): string {
  const [kind = '', verb = ''] = action.split('.')
  const [record, change] = [records[kind], changes[verb]]
  return actions[action] ?? (record && change ? `${change} ${record}` : action)
}
