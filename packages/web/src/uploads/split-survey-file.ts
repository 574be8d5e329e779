import { InletError } from '@inlet/sdk/shared/errors'
import { splitFile } from './survey-worker-client.ts'

const maxParts = 100

export async function splitSurveyFile(file: File, signal: AbortSignal): Promise<Blob[]> {
  const parts = await splitFile(file, signal)
  if (parts.length <= maxParts) return parts
  const message = `The survey has more than ${maxParts} parts of 20,000 rows. Split the file and import each half as a separate survey.`
  throw new InletError(message, { code: 'too_many_parts' })
}
