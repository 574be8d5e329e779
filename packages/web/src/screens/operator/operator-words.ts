import type { storageStates } from '@inlet/contract/workspace'
import { countOf } from '../../ui/format/count.ts'

export const storageWords: Record<(typeof storageStates)[number], string> = {
  original: 'Uploaded files',
  derived: 'Made from them',
  survey_part: 'Survey parts',
  survey_media: 'Survey media',
  trash: 'Waiting to be deleted',
}

/** `45 s`, `6 min`, `3 h`, `2 days`: how long something has lasted. */
export function ageOf(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} h`
  return countOf(Math.round(seconds / 86_400), 'day')
}

const actions: Record<string, string> = {
  'operator.retryDeadLetters': 'Tried given-up jobs again',
  'operator.dismissDeadLetters': 'Dismissed given-up jobs',
  'operator.requeueJob': 'Let a stuck job be taken again',
  'operator.openOriginal': 'Opened the upload of a recording',
}

export const actionWord = (action: string): string => actions[action] ?? action
