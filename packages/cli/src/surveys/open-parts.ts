/** The parts of a survey that still need an upload. */
import type { SurveyUpload } from '@inlet/sdk'
import { lastPart, type SentFile } from './sent-files.ts'

/** The parts of one file that failed, never arrived, or were uploaded by another machine. */
export function openParts({ parts }: SurveyUpload, file: SentFile): number[] {
  const isOurs = (number: number) => file.stage === 'sent' || file.uploaded?.includes(number) === true
  return parts
    .filter(({ part_number: number, status }) => {
      if (number < file.firstPart || number > lastPart(file) || status === 'PROCESSED') return false
      return status !== 'UPLOADED' || !isOurs(number)
    })
    .map((part) => part.part_number)
}

export function formatParts(first: number, last: number): string {
  return first === last ? `part ${first}` : `parts ${first} to ${last}`
}
