import { resolve } from 'node:path'
import { type Inlet, type SurveyUpload, upload } from '@inlet/sdk'
import { type SurveyPart, splitSurvey } from '@inlet/survey-csv'
import { openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import { stateFolder } from '../../config/folders.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { CliError, usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type CsvOptions, checkCsvFile, csvOptions, hashOf, readBytes } from '../../surveys/csv-file.ts'
import { completeAndWait, countParts, sendParts } from '../../surveys/send-parts.ts'
import { showSurvey } from '../../surveys/show-survey.ts'
import { recall, type SurveyMemory } from '../../surveys/survey-memory.ts'

export interface RetryOptions extends CommonOptions, CsvOptions {
  part?: number
  wait: boolean
}

export async function retrySurvey(
  context: Context,
  { uploadKey, file }: { uploadKey: string; file: string | undefined },
  options: RetryOptions,
): Promise<ExitCode> {
  const { output, env } = context
  if (options.part !== undefined && file === undefined)
    throw usageError('--part needs the file of that part.')
  if (file !== undefined) await checkCsvFile(file)
  const { inlet } = openClient(await findCredentials(env, options.profile))
  const stop = context.listenForStop((text) => output.say(text))
  const signal = stop.soft
  try {
    const status = await inlet.surveys.status(uploadKey, { signal })
    if (status.status !== 'FAILED' && status.status !== 'AWAITING_UPLOAD') {
      output.say(`The survey is ${status.status}; there is nothing to send again.`)
      return showSurvey(output, status)
    }
    if (options.part !== undefined)
      await replacePart(inlet, status, {
        number: options.part,
        file: file ?? '',
        signal,
        csv: csvOptions(options),
      })
    else await resend(inlet, status, await sourceOf(context, status, file, options), signal)
    const survey = await completeAndWait(inlet, uploadKey, { signal, isWaiting: options.wait })
    const exitCode = showSurvey(output, survey)
    return options.wait ? exitCode : exitCodes.done
  } finally {
    stop.done()
  }
}

interface Replacement {
  number: number
  file: string
  csv: CsvOptions
  signal: AbortSignal
}

/** Read and written anew, so that it is in the form all other parts have. */
async function replacePart(
  inlet: Inlet,
  { upload_key }: SurveyUpload,
  { number, file, csv, signal }: Replacement,
): Promise<void> {
  const parts: SurveyPart[] = []
  for await (const part of splitSurvey(readBytes(file), csv)) parts.push(part)
  const [part] = parts
  if (!part || parts.length > 1)
    throw usageError(`${file} holds more than one part takes (20,000 rows, 50 MB).`)
  const renew = () => inlet.surveys.retryPart(upload_key, number, { signal })
  await upload(await renew(), part.bytes, { signal, renew })
}

type Source = Pick<SurveyMemory, 'path' | 'before'> & { csv: CsvOptions }

async function resend(
  inlet: Inlet,
  status: SurveyUpload,
  source: Source,
  signal: AbortSignal,
): Promise<void> {
  const { upload_key: uploadKey, parts } = status
  const wanted = parts.filter((part) => part.status === 'FAILED' || part.status === 'PENDING')
  const numbers = new Set(wanted.map((part) => part.part_number))
  if (numbers.size > 0) await sendParts(inlet, { uploadKey, ...source, wanted: numbers }, { signal })
}

async function sourceOf(
  { env }: Context,
  { upload_key, num_parts }: SurveyUpload,
  file: string | undefined,
  options: RetryOptions,
): Promise<Source> {
  const known = await recall(stateFolder(env), upload_key)
  if (file !== undefined) {
    const csv = csvOptions(options)
    const before = num_parts - (await countParts(file, csv))
    if (before >= 0) return { path: resolve(file), before, csv }
    throw new CliError(`${file} has more parts than the survey: it is another file.`, { code: 'other_file' })
  }
  if (!known) {
    const message = `This machine does not know which file the survey ${upload_key} came from. Give it: inlet survey retry ${upload_key} FILE.csv`
    throw usageError(message)
  }
  const hash = await hashOf(known.path).catch(() => undefined)
  if (hash !== known.hash) {
    const what = hash === undefined ? 'is no longer there' : 'has changed since'
    throw new CliError(
      `The survey was imported from ${known.path}, which ${what}. Give the file, or correct one part with --part.`,
      {
        code: 'other_file',
      },
    )
  }
  return { path: known.path, before: known.before, csv: known as CsvOptions }
}
