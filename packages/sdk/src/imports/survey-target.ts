/** Which parts of a survey upload belong to one import or append, and which of them still have to be sent. */
import type {
  BegunSurvey,
  InitializedSurvey,
  PartDescriptor,
  SurveyStatus,
  SurveyUpload,
} from '../contract.ts'
import {
  ConflictError,
  IdempotencyMismatchError,
  ImportFailedError,
  InvalidInputError,
  LaterAppendError,
} from '../errors.ts'
import type { RequestOptions } from '../options.ts'

/** Consecutive numbers. */
export interface PartRange {
  first: number
  last: number
}

export interface SurveyTarget {
  upload_key: string
  survey_key: string
  status: SurveyStatus
  /** The parts of this import or append only. */
  own: PartRange
  /** Parts to send. For those without a descriptor, a new one must be requested. */
  open: ReadonlyMap<number, PartDescriptor | undefined>
}

export interface TargetCalls {
  status(uploadKey: string, options: RequestOptions): Promise<SurveyUpload>
  append(uploadKey: string, body: { num_parts: number }, options: RequestOptions): Promise<BegunSurvey>
}

export const isIn = ({ first, last }: PartRange, number: number): boolean => number >= first && number <= last

/** An import owns the parts of its first request, numbered from 1. All later parts were appended. */
export async function targetOfImport(
  calls: TargetCalls,
  begun: InitializedSurvey,
  { numParts, isReplayed }: { numParts: number; isReplayed: boolean },
  request: RequestOptions,
): Promise<SurveyTarget> {
  const mismatch = begun.idempotency_mismatch ?? []
  // Older services do not report idempotency_mismatch; then compare what the response contains.
  if (mismatch.length === 0 && begun.num_parts < numParts) mismatch.push('num_parts')
  if (mismatch.length > 0) throw new IdempotencyMismatchError({ key: begun.upload_key, fields: mismatch })
  const own = { first: 1, last: numParts }
  if (!isReplayed) return { ...begun, own, open: descriptorsOf(begun) }
  if (isAccepted(begun.status)) return { ...begun, own, open: new Map() }
  const survey = await calls.status(begun.upload_key, request)
  return { ...begun, status: survey.status, own, open: openParts(survey, own, descriptorsOf(begun)) }
}

export async function targetOfAppend(
  calls: TargetCalls,
  uploadKey: string,
  { numParts, firstPart, hasMedia }: { numParts: number; firstPart: number | undefined; hasMedia: boolean },
  request: RequestOptions,
): Promise<SurveyTarget> {
  if (firstPart !== undefined || hasMedia) {
    const survey = await calls.status(uploadKey, request)
    if (hasMedia && survey.media_files === null) throw withoutMedia()
    const end = Math.max(...survey.parts.map((part) => part.part_number))
    if (firstPart !== undefined && firstPart <= end)
      return resumedAppend(survey, { first: firstPart, last: firstPart + numParts - 1 }, end)
    if (firstPart !== undefined && firstPart > end + 1) throw notThere(firstPart, end)
  }
  const begun = await calls.append(uploadKey, { num_parts: numParts }, request)
  const open = descriptorsOf(begun)
  const first = Math.min(...open.keys())
  if (firstPart !== undefined && first !== firstPart) throw overtaken(firstPart, first)
  return { ...begun, own: { first, last: first + numParts - 1 }, open }
}

function resumedAppend(survey: SurveyUpload, own: PartRange, end: number): SurveyTarget {
  if (own.last > end) throw otherLength(own, end)
  const open = isAccepted(survey.status) ? new Map<number, undefined>() : openParts(survey, own)
  return { ...survey, own, open }
}

/**
 * A descriptor is used only for a part without an upload. An existing upload may be from another version of the CSV, and
 * a part that was processed before keeps its content until it gets a new descriptor.
 */
function openParts(
  survey: SurveyUpload,
  own: PartRange,
  descriptors: ReadonlyMap<number, PartDescriptor> = new Map(),
): Map<number, PartDescriptor | undefined> {
  if (isOvertaken(survey, own)) throw new LaterAppendError(survey, own)
  const open = survey.parts.filter((part) => isIn(own, part.part_number) && part.status !== 'PROCESSED')
  if (open.length === 0 && survey.status === 'FAILED') throw surveyFailure(survey)
  return new Map(
    open.map(({ part_number, status }) => {
      const isUsable = survey.status === 'AWAITING_UPLOAD' && status === 'PENDING'
      return [part_number, isUsable ? descriptors.get(part_number) : undefined]
    }),
  )
}

/** The own parts are done, but parts that were appended later have failed or are missing their upload. */
export function isOvertaken({ status, parts }: SurveyUpload, own: PartRange): boolean {
  if (isAccepted(status)) return false
  const open = parts.filter((part) => part.status !== 'PROCESSED').map((part) => part.part_number)
  return open.length > 0 && open.every((number) => number > own.last)
}

export function surveyFailure({ upload_key, error_details }: SurveyUpload): ImportFailedError {
  const { part_number, message = 'The service gave no reason.' } = error_details
  const part = `Part ${part_number}`
  const reason = part_number === undefined || message.includes(part) ? message : `${part}: ${message}`
  return new ImportFailedError({ key: upload_key, reason, errorDetails: error_details })
}

/** Processing, or processed. */
export function isAccepted(status: SurveyStatus): boolean {
  return status !== 'AWAITING_UPLOAD' && status !== 'FAILED'
}

function descriptorsOf({ upload_urls }: BegunSurvey): Map<number, PartDescriptor> {
  return new Map(upload_urls.map((one) => [one.part_number, one]))
}

function withoutMedia(): InvalidInputError {
  const message =
    'This survey was imported without media, so none can be appended. Leave out `media`, or import the survey with `mediaConfig` or a MEDIA_RESPONSE column.'
  return new InvalidInputError(message, { code: 'media_not_expected' })
}

function notThere(firstPart: number, end: number): InvalidInputError {
  const message = `The survey has ${end} parts, so an append to it starts with part ${end + 1}, not ${firstPart}. Pass the number of parts that the survey had before the append, plus 1, as firstPart.`
  return new InvalidInputError(message, { code: 'first_part_unknown' })
}

function otherLength({ first, last }: PartRange, end: number): ConflictError {
  const message = `The append that starts with part ${first} ends with part ${end}, but this CSV would end with part ${last}. Nothing was uploaded. Send the CSV of that append, or append this one with another firstPart.`
  return new ConflictError(message, { code: 'append_mismatch', status: 409, body: {} })
}

function overtaken(firstPart: number, first: number): ConflictError {
  const message = `Another append created part ${firstPart} first. This one starts with part ${first}, and nothing was uploaded yet. Store ${first} as firstPart and call again with it.`
  return new ConflictError(message, { code: 'append_overtaken', status: 409, body: {} })
}
