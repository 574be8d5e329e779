import { resolve } from 'node:path'
import { type Inlet, type SurveyUpload, upload } from '@inlet/sdk'
import { type SurveyPart, splitSurvey } from '@inlet/survey-csv'
import { stateFolder } from '../../config/folders.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { CliError, usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type CsvOptions, checkCsvFile, csvOptions, hashOf, readBytes } from '../../surveys/csv-file.ts'
import { findSource } from '../../surveys/find-source.ts'
import { completeAndWait, sendAndRecord } from '../../surveys/send-parts.ts'
import { lastPart, lockSurvey, readSentFiles, type SentFile, saveSentFile } from '../../surveys/sent-files.ts'
import { showSurvey } from '../../surveys/show-survey.ts'

export interface RetryOptions extends CommonOptions, CsvOptions {
  part?: number
  firstPart?: number
  wait: boolean
}

interface Retry {
  inlet: Inlet
  folder: string
  survey: SurveyUpload
  csv: CsvOptions
  signal: AbortSignal
}

export async function retrySurvey(
  context: Context,
  { uploadKey, file }: { uploadKey: string; file: string | undefined },
  options: RetryOptions,
): Promise<ExitCode> {
  const { connect, output, env } = context
  if (options.part !== undefined && file === undefined)
    throw usageError('--part needs the file of that part.')
  if (options.firstPart !== undefined && (file === undefined || options.part !== undefined))
    throw usageError('--first-part needs the whole file and cannot be combined with --part.')
  if (file !== undefined) await checkCsvFile(file)
  const inlet = await connect(options)
  const folder = stateFolder(env)
  const lock = await lockSurvey(folder, uploadKey)
  const stop = context.listenForStop((text) => output.say(text))
  const signal = stop.soft
  try {
    const survey = await inlet.surveys.status(uploadKey, { signal })
    if (survey.status !== 'FAILED' && survey.status !== 'AWAITING_UPLOAD') {
      output.say(`The survey is ${survey.status}; there is nothing to send again.`)
      return showSurvey(output, survey)
    }
    const retry = { inlet, folder, survey, csv: csvOptions(options), signal }
    if (options.part !== undefined && file !== undefined) await replacePart(retry, options.part, file)
    else await resend(retry, file, options.firstPart)
    const ended = await completeAndWait(inlet, uploadKey, { signal, isWaiting: options.wait })
    const exitCode = showSurvey(output, ended)
    return options.wait ? exitCode : exitCodes.done
  } finally {
    stop.done()
    await lock.release()
  }
}

/** Parsed and written again, so that it has the same format as all other parts. */
async function replacePart(
  { inlet, folder, survey, csv, signal }: Retry,
  number: number,
  path: string,
): Promise<void> {
  const { upload_key, parts } = survey
  const hash = await hashOf(path)
  const isSaved = (file: SentFile) =>
    file.hash === hash &&
    parts.some(
      ({ part_number, status }) =>
        status === 'PROCESSED' && part_number >= file.firstPart && part_number <= lastPart(file),
    )
  const saved = (await readSentFiles(folder, upload_key)).find(isSaved)
  if (saved) {
    const message = `${path} was already sent to this survey, starting with part ${saved.firstPart}. Nothing was sent, because its responses would be duplicated.`
    throw new CliError(message, { code: 'other_file' })
  }
  const split: SurveyPart[] = []
  for await (const part of splitSurvey(readBytes(path), csv)) split.push(part)
  const [part] = split
  if (!part || split.length > 1)
    throw usageError(`${path} exceeds the limit of one part (20,000 rows, 50 MB).`)
  const renew = () => inlet.surveys.retryPart(upload_key, number, { signal })
  const descriptor = await renew()
  // From here on the survey may contain the responses of this file, so they must not be appended as well.
  const file: SentFile = {
    path: resolve(path),
    hash,
    firstPart: number,
    numParts: 1,
    stage: 'sending',
    ...csv,
  }
  await saveSentFile(folder, upload_key, file)
  await upload(descriptor, part.bytes, { signal, renew })
  await saveSentFile(folder, upload_key, { ...file, stage: 'sent' })
}

async function resend(
  { inlet, folder, survey, csv, signal }: Retry,
  path: string | undefined,
  firstPart: number | undefined,
): Promise<void> {
  const { upload_key: uploadKey } = survey
  const given = path === undefined ? undefined : { path, csv, firstPart }
  const { file, wanted } = await findSource(survey, await readSentFiles(folder, uploadKey), given)
  await sendAndRecord(inlet, folder, { uploadKey, file, wanted }, signal)
}
