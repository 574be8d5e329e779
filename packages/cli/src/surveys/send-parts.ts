/** Sends selected parts of a CSV to an existing upload, completes it and waits for the result. */
import { type Inlet, type PartDescriptor, type SurveyUpload, upload } from '@inlet/sdk'
import { splitSurvey } from '@inlet/survey-csv'
import { CliError } from '../errors.ts'
import { retryTransient } from '../imports/retry.ts'
import { type CsvOptions, csvOptions, hashOf, readBytes } from './csv-file.ts'
import { type SentFile, saveSentFile } from './sent-files.ts'

export interface PartsToSend {
  uploadKey: string
  file: SentFile
  /** Part numbers in the upload. */
  wanted: ReadonlySet<number>
  /** Descriptors that are already known; the others are requested. */
  given?: readonly PartDescriptor[]
}

export interface SendWatch {
  signal: AbortSignal
  onSent?: (partNumber: number) => Promise<void>
}

/** Sends the parts and records the progress, so that another run knows what was uploaded from this file. */
export async function sendAndRecord(
  inlet: Inlet,
  folder: string,
  parts: PartsToSend,
  signal: AbortSignal,
): Promise<void> {
  const { uploadKey, file } = parts
  const stage = file.stage === 'sent' ? 'sent' : 'sending'
  const uploaded = new Set(file.uploaded)
  await saveSentFile(folder, uploadKey, { ...file, stage })
  await sendParts(inlet, parts, {
    signal,
    onSent(number) {
      uploaded.add(number)
      return saveSentFile(folder, uploadKey, { ...file, stage, uploaded: [...uploaded] })
    },
  })
  await checkUnchanged(file)
  await saveSentFile(folder, uploadKey, { ...file, stage: 'sent' })
}

export async function sendParts(
  inlet: Inlet,
  parts: PartsToSend,
  { signal, onSent }: SendWatch,
): Promise<void> {
  const { uploadKey, file, wanted } = parts
  const given = new Map((parts.given ?? []).map((one) => [one.part_number, one]))
  const left = new Set(wanted)
  if (left.size === 0) return
  for await (const { number, bytes } of splitSurvey(readBytes(file.path), csvOptions(file))) {
    const partNumber = file.firstPart - 1 + number
    if (!left.delete(partNumber)) continue
    const renew = () => inlet.surveys.retryPart(uploadKey, partNumber, { signal })
    const descriptor = given.get(partNumber) ?? (await retryTransient(renew, signal))
    await retryTransient(() => upload(descriptor, bytes, { signal, renew }), signal)
    await onSent?.(partNumber)
    if (left.size === 0) return
  }
  const message = `${file.path} does not have part ${[...left].join(', ')}: it is not the file that this upload was created from.`
  throw new CliError(message, { code: 'other_file' })
}

/** Called before complete, so that a survey never mixes two versions of a file. */
async function checkUnchanged({ path, hash }: SentFile): Promise<void> {
  if ((await hashOf(path).catch(() => undefined)) === hash) return
  const message = `${path} changed while it was sent, so the import was not started. Send the current version with "inlet survey retry".`
  throw new CliError(message, { code: 'file_changed' })
}

export async function completeAndWait(
  inlet: Inlet,
  uploadKey: string,
  { signal, isWaiting }: { signal: AbortSignal; isWaiting: boolean },
): Promise<SurveyUpload> {
  await retryTransient(() => inlet.surveys.complete(uploadKey, { signal }), signal)
  return isWaiting ? inlet.surveys.wait(uploadKey, { signal }) : inlet.surveys.status(uploadKey, { signal })
}

export async function countParts(path: string, csv: CsvOptions): Promise<number> {
  let count = 0
  for await (const _ of splitSurvey(readBytes(path), csv)) count += 1
  return count
}
