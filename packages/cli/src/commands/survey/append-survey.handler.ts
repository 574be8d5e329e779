import { resolve } from 'node:path'
import { BadRequestError, type Inlet, type PartDescriptor, type SurveyUpload } from '@inlet/sdk'
import { openClient } from '../../client/open-client.ts'
import { findCredentials } from '../../config/credentials.ts'
import { stateFolder } from '../../config/folders.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { CliError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type CsvOptions, checkCsvFile, csvOptions, hashOf } from '../../surveys/csv-file.ts'
import { completeAndWait, countParts, sendParts } from '../../surveys/send-parts.ts'
import { showSurvey } from '../../surveys/show-survey.ts'
import { recall, remember, type SurveyMemory } from '../../surveys/survey-memory.ts'

export interface AppendOptions extends CommonOptions, CsvOptions {
  wait: boolean
  again: boolean
}

export async function appendSurvey(
  context: Context,
  { uploadKey, file }: { uploadKey: string; file: string },
  options: AppendOptions,
): Promise<ExitCode> {
  const { output, env } = context
  await checkCsvFile(file)
  const csv = csvOptions(options)
  const { inlet } = openClient(await findCredentials(env, options.profile))
  const folder = stateFolder(env)
  const hash = await hashOf(file)
  const numParts = await countParts(file, csv)
  const stop = context.listenForStop((text) => output.say(text))
  const signal = stop.soft
  try {
    const status = await inlet.surveys.status(uploadKey, { signal })
    const known = await recall(folder, uploadKey)
    const before = beginningOf(status, options.again ? undefined : known, { hash, numParts })
    const memory = { path: resolve(file), hash, before: before ?? status.num_parts, numParts, ...csv }
    const save = (isMade: boolean) => remember(folder, uploadKey, { ...memory, isMade })
    let given: PartDescriptor[] | undefined
    if (before === undefined) {
      // On disk first: if the call is heard but we are not there for the answer, the next run knows whose parts wait.
      await save(false)
      given = await append(inlet, uploadKey, numParts, signal)
    } else if (status.status === 'COMPLETED') {
      output.say('These responses were added before.')
      return showSurvey(output, status)
    }
    await save(true)
    const wanted = given ? given.map((one) => one.part_number) : missingParts(status, before ?? 0)
    const parts = { uploadKey, path: file, csv, before: memory.before, wanted: new Set(wanted) }
    if (wanted.length > 0) await sendParts(inlet, { ...parts, ...(given && { given }) }, { signal })
    const survey = await completeAndWait(inlet, uploadKey, { signal, isWaiting: options.wait })
    const exitCode = showSurvey(output, survey)
    return options.wait ? exitCode : exitCodes.done
  } catch (error) {
    if (!stop.soft.aborted) throw error
    output.say(
      'Stopped before the end. Run the same command again to go on; the responses will be added once.',
    )
    return exitCodes.interrupted
  } finally {
    stop.done()
  }
}

/** How many parts came before those of this file, where an earlier run has appended them; nothing where none has. */
function beginningOf(
  { num_parts, status }: SurveyUpload,
  known: SurveyMemory | undefined,
  { hash, numParts }: { hash: string; numParts: number },
): number | undefined {
  if (known?.hash !== hash || known.numParts !== numParts || known.before === 0) return undefined
  if (known.isMade) return known.before
  // The call was sent, and no answer was seen: the parts themselves tell whether it was heard.
  const isHeard = num_parts === known.before + numParts && status !== 'COMPLETED'
  return isHeard ? known.before : undefined
}

function missingParts({ parts }: SurveyUpload, before: number): number[] {
  return parts
    .filter((part) => part.part_number > before && (part.status === 'PENDING' || part.status === 'FAILED'))
    .map((part) => part.part_number)
}

async function append(
  inlet: Inlet,
  uploadKey: string,
  numParts: number,
  signal: AbortSignal,
): Promise<PartDescriptor[]> {
  try {
    const { upload_urls } = await inlet.surveys.append(uploadKey, { num_parts: numParts }, { signal })
    return upload_urls
  } catch (error) {
    if (!(error instanceof BadRequestError) || error.code !== 'survey_not_completed') throw error
    const message = `${error.message} "inlet status ${uploadKey} --watch" waits for it; "inlet survey retry ${uploadKey}" mends it when it has failed.`
    throw new CliError(message, { code: error.code, cause: error })
  }
}
