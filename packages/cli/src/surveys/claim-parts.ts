/** Finds the parts of a survey that a file is sent to: those that an earlier run created, or new ones. */
import {
  ApiError,
  type Inlet,
  isTransient,
  type PartDescriptor,
  RateLimitedError,
  type SurveyUpload,
} from '@inlet/sdk'
import { CliError } from '../errors.ts'
import { pause } from '../imports/retry.ts'
import type { Stop } from '../stop.ts'
import { decideAppend, lastSent, type StopReason } from './decide-append.ts'
import { formatParts, openParts } from './open-parts.ts'
import { deleteSentFile, lastPart, readSentFiles, type SentFile, saveSentFile } from './sent-files.ts'

export interface Claiming {
  inlet: Inlet
  folder: string
  uploadKey: string
  /** The file to append. */
  sent: Omit<SentFile, 'firstPart' | 'stage'>
  /** Append it even if it was appended before. */
  isAgain: boolean
  stop: Pick<Stop, 'soft' | 'hard'>
}

export interface Claim {
  survey: SurveyUpload
  file: SentFile
  /** Undefined when all its responses are saved. */
  toSend?: { wanted: ReadonlySet<number>; given?: readonly PartDescriptor[] }
}

const tries = 6
const pauseMs = 1000
/** How long to watch parts that another machine may have created: that machine would upload to them immediately. */
const watchMs = 3000

export async function claimParts(claiming: Claiming): Promise<Claim> {
  const { folder, uploadKey, sent, stop } = claiming
  for (let i = 1; ; i += 1) {
    const claim = await findParts(claiming)
    if (claim) return claim
    try {
      return await appendParts(claiming)
    } catch (error) {
      if (i >= tries || stop.soft.aborted || !(await isUnclear(error))) throw error
      await pause(pauseMs * i, stop.soft)
    }
  }

  /** Whether the append may have reached the service; the status of the survey then decides. */
  async function isUnclear(error: unknown): Promise<boolean> {
    if (isTransient(error)) return true
    const known = lastSent(await readSentFiles(folder, uploadKey), sent.hash)
    return known?.stage === 'requested' && isOvertaken(error)
  }
}

/** The parts that the file already has; undefined if it has none. */
async function findParts(claiming: Claiming): Promise<Claim | undefined> {
  const { inlet, folder, uploadKey, sent, isAgain, stop } = claiming
  const known = lastSent(await readSentFiles(folder, uploadKey), sent.hash)
  const look = async () => {
    const survey = await inlet.surveys.status(uploadKey, { signal: stop.soft })
    return { survey, decision: decideAppend(survey, known) }
  }
  let { survey, decision } = await look()
  if (decision.action === 'resume' && !decision.isCertain) {
    await pause(watchMs, stop.soft)
    ;({ survey, decision } = await look())
  }
  if (decision.action === 'resume') {
    const file = { ...decision.file, path: sent.path }
    const isWaiting = survey.status === 'AWAITING_UPLOAD' || survey.status === 'FAILED'
    return { survey, file, toSend: { wanted: new Set(isWaiting ? openParts(survey, file) : []) } }
  }
  if (decision.action === 'append' || isAgain) return undefined
  if (decision.action === 'stop') throw unclearParts(decision.file, decision.reason)
  return { survey, file: decision.file }
}

async function appendParts(claiming: Claiming): Promise<Claim> {
  const { inlet, folder, uploadKey, sent, stop } = claiming
  const files = await readSentFiles(folder, uploadKey)
  const survey = await inlet.surveys.status(uploadKey, { signal: stop.soft })
  if (survey.status !== 'COMPLETED') throw notCompleted(survey, files, sent.path)
  const end = Math.max(...survey.parts.map((part) => part.part_number))
  const requested: SentFile = { ...sent, firstPart: end + 1, stage: 'requested' }
  const earlier = files.filter(({ hash, stage }) => hash === sent.hash && stage === 'requested')
  for (const one of earlier)
    if (one.firstPart !== requested.firstPart) await deleteSentFile(folder, uploadKey, one)
  // Saved before the call: if this process dies before the response, the next run knows which file the parts belong to.
  await saveSentFile(folder, uploadKey, requested)
  try {
    // The first Ctrl-C does not abort this call: without its response, it is unknown whether the parts exist.
    const begun = await inlet.surveys.append(uploadKey, { num_parts: sent.numParts }, { signal: stop.hard })
    const numbers = begun.upload_urls.map((one) => one.part_number)
    const file: SentFile = { ...requested, firstPart: Math.min(...numbers), stage: 'created' }
    await saveSentFile(folder, uploadKey, file)
    if (file.firstPart !== requested.firstPart) await deleteSentFile(folder, uploadKey, requested)
    return { survey, file, toSend: { wanted: new Set(numbers), given: begun.upload_urls } }
  } catch (error) {
    const isRefused = error instanceof RateLimitedError || (error instanceof ApiError && !isTransient(error))
    // A rejected call created nothing, but an earlier request for the same parts may have arrived late and be the reason.
    if (isRefused && earlier.length === 0) await deleteSentFile(folder, uploadKey, requested)
    throw isOvertaken(error) && earlier.length === 0 ? overtaken(uploadKey, error) : error
  }
}

/** Another append came first. */
function isOvertaken(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && (error.code === 'survey_not_completed' || error.code === 'append_conflict')
  )
}

function overtaken(uploadKey: string, cause: ApiError): CliError {
  const message = `Nothing was added: another client is adding responses to this survey. Wait until "inlet status ${uploadKey}" reports COMPLETED, then run this command again.`
  return new CliError(message, { code: cause.code, cause })
}

function unclearParts(file: SentFile, reason: StopReason): CliError {
  const parts = formatParts(file.firstPart, lastPart(file))
  const reasons: Record<StopReason, string> = {
    unanswered: `an earlier run was interrupted before the service responded, and other responses were added since`,
    filled: `${parts}, created for this file, was uploaded by another command`,
    withdrawn: `${parts}, created for this file, was withdrawn completely or in part`,
  }
  const message = `Nothing was added: ${reasons[reason]}. Check the survey in the workspace; if the responses of this file are not in it, add them with --again.`
  return new CliError(message, { code: 'append_unclear' })
}

function notCompleted(survey: SurveyUpload, files: readonly SentFile[], path: string): CliError {
  const { upload_key, status, error_details, parts } = survey
  const waiting = parts.filter((part) => part.status !== 'PROCESSED').map((part) => part.part_number)
  const number = error_details.part_number ?? waiting[0] ?? 1
  const source = files.findLast((file) => file.firstPart <= number && number <= lastPart(file))
  const advice = adviceFor()
  return new CliError(`Nothing was added: ${advice}`, { code: 'survey_not_completed' })

  function adviceFor(): string {
    if (status === 'VALIDATING' || status === 'PROCESSING')
      return `the survey is still being processed. Run this command again when "inlet status ${upload_key}" reports COMPLETED.`
    const trouble =
      status === 'FAILED'
        ? `part ${number} of the survey failed: ${error_details.message ?? 'no reason was given.'}`
        : `the survey is missing part ${number}${source ? `, which was started from ${source.path}` : ''}.`
    if (source?.path === path)
      return `${trouble} ${path} has changed since it was sent as that part; send the current version with "inlet survey retry ${upload_key} ${path}".`
    return `${trouble} Send a corrected CSV for it with "inlet survey retry ${upload_key} FILE.csv --part ${number}", then run this command again.`
  }
}
