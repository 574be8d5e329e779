/** Sends chosen parts of a CSV to an upload that exists already, then completes it and follows it to its end. */
import { type Inlet, type PartDescriptor, type SurveyUpload, upload } from '@inlet/sdk'
import { splitSurvey } from '@inlet/survey-csv'
import { CliError } from '../errors.ts'
import { patiently } from '../imports/patience.ts'
import { type CsvOptions, readBytes } from './csv-file.ts'

export interface PartsToSend {
  uploadKey: string
  path: string
  csv: CsvOptions
  /** Parts that the upload had before those of this file. */
  before: number
  /** By their numbers in the upload. */
  wanted: ReadonlySet<number>
  /** Where they were given already; otherwise each is asked for. */
  given?: readonly PartDescriptor[]
}

export interface SendWatch {
  signal: AbortSignal
  onSent?: (partNumber: number) => void
}

export async function sendParts(
  inlet: Inlet,
  parts: PartsToSend,
  { signal, onSent }: SendWatch,
): Promise<void> {
  const { uploadKey, before, wanted } = parts
  const given = new Map((parts.given ?? []).map((one) => [one.part_number, one]))
  const left = new Set(wanted)
  for await (const { number, bytes } of splitSurvey(readBytes(parts.path), parts.csv)) {
    const partNumber = before + number
    if (!left.delete(partNumber)) continue
    const renew = () => inlet.surveys.retryPart(uploadKey, partNumber, { signal })
    const descriptor = given.get(partNumber) ?? (await patiently(renew, signal))
    await patiently(() => upload(descriptor, bytes, { signal, renew }), signal)
    onSent?.(partNumber)
    if (left.size === 0) return
  }
  const message = `${parts.path} does not have part ${[...left].join(', ')}: it is not the file this upload was made from.`
  throw new CliError(message, { code: 'other_file' })
}

export async function completeAndWait(
  inlet: Inlet,
  uploadKey: string,
  { signal, isWaiting }: { signal: AbortSignal; isWaiting: boolean },
): Promise<SurveyUpload> {
  await patiently(() => inlet.surveys.complete(uploadKey, { signal }), signal)
  return isWaiting ? inlet.surveys.wait(uploadKey, { signal }) : inlet.surveys.status(uploadKey, { signal })
}

export async function countParts(path: string, csv: CsvOptions): Promise<number> {
  let count = 0
  for await (const _ of splitSurvey(readBytes(path), csv)) count += 1
  return count
}
