import { resolve } from 'node:path'
import { stateFolder } from '../../config/folders.ts'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { claimParts } from '../../surveys/claim-parts.ts'
import { type CsvOptions, checkCsvFile, csvOptions, hashOf } from '../../surveys/csv-file.ts'
import { formatParts } from '../../surveys/open-parts.ts'
import { completeAndWait, countParts, sendAndRecord } from '../../surveys/send-parts.ts'
import { lastPart, lockSurvey } from '../../surveys/sent-files.ts'
import { showSurvey } from '../../surveys/show-survey.ts'

export interface AppendOptions extends CommonOptions, CsvOptions {
  wait: boolean
  again: boolean
}

export async function appendSurvey(
  context: Context,
  { uploadKey, file: path }: { uploadKey: string; file: string },
  options: AppendOptions,
): Promise<ExitCode> {
  const { connect, output, env } = context
  await checkCsvFile(path)
  const csv = csvOptions(options)
  const inlet = await connect(options)
  const folder = stateFolder(env)
  const sent = {
    path: resolve(path),
    hash: await hashOf(path),
    numParts: await countParts(path, csv),
    ...csv,
  }
  const lock = await lockSurvey(folder, uploadKey)
  const stop = context.listenForStop((text) => output.say(text))
  const signal = stop.soft
  try {
    const claim = await claimParts({ inlet, folder, uploadKey, sent, isAgain: options.again, stop })
    const { file, toSend } = claim
    if (!toSend) {
      const parts = formatParts(file.firstPart, lastPart(file))
      output.say(`${path} was already added as ${parts}. Nothing was sent. Use --again to add it once more.`)
      return showSurvey(output, claim.survey)
    }
    await sendAndRecord(inlet, folder, { uploadKey, file, ...toSend }, signal)
    const survey = await completeAndWait(inlet, uploadKey, { signal, isWaiting: options.wait })
    const exitCode = showSurvey(output, survey)
    return options.wait ? exitCode : exitCodes.done
  } catch (error) {
    if (!stop.soft.aborted) throw error
    output.say('Interrupted. Run the same command again to resume; the responses are added once.')
    return exitCodes.interrupted
  } finally {
    stop.done()
    await lock.release()
  }
}
