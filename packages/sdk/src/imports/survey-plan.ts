/**
 * Splits a survey into parts. Their number must be known before the first is sent, so the survey is read once to count
 * and once more to send. A survey that fits into memory is read only once.
 */
import { type SplitOptions, SurveyCsvError, type SurveyPart, splitSurvey } from '@inlet/survey-csv'
import { cancelledBy, InvalidInputError } from '../errors.ts'
import { openSurveyInput, type SurveyInput } from './survey-source.ts'

export type CsvOptions = Pick<SplitOptions, 'encoding' | 'delimiter'>

export interface SurveyPlan {
  /** Bytes of each part. */
  readonly sizes: readonly number[]
  /** The parts in order; only one at a time is in memory. */
  parts(signal?: AbortSignal): AsyncGenerator<SurveyPart, void, undefined>
}

const keptBytes = 64 * 1024 * 1024
const mostParts = 100

export async function planSurvey(
  input: SurveyInput,
  options: SplitOptions & { signal?: AbortSignal } = {},
): Promise<SurveyPlan> {
  const { signal, ...split } = options
  const open = openSurveyInput(input)
  const sizes: number[] = []
  let kept: SurveyPart[] | undefined = []
  let total = 0
  for await (const part of readParts(open, split, signal)) {
    sizes.push(part.bytes.length)
    total += part.bytes.length
    if (total > keptBytes) kept = undefined
    kept?.push(part)
    if (sizes.length > mostParts) throw tooLong()
  }
  return { sizes, parts: (stop) => (kept ? given(kept) : sameParts(readParts(open, split, stop), sizes)) }
}

async function* given(parts: readonly SurveyPart[]): AsyncGenerator<SurveyPart, void, undefined> {
  yield* parts
}

async function* readParts(
  open: () => AsyncIterable<Uint8Array>,
  options: SplitOptions,
  signal?: AbortSignal,
): AsyncGenerator<SurveyPart, void, undefined> {
  try {
    yield* splitSurvey(until(open(), signal), options)
  } catch (error) {
    if (!(error instanceof SurveyCsvError)) throw error
    throw new InvalidInputError(error.message, { code: error.code, row: error.row, cause: error })
  }
}

async function* until(chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
  for await (const chunk of chunks) {
    if (signal?.aborted) throw cancelledBy(signal)
    yield chunk
  }
}

/** A file that changes between the two reads would produce a mix of both versions. */
async function* sameParts(parts: AsyncIterable<SurveyPart>, sizes: readonly number[]) {
  let count = 0
  for await (const part of parts) {
    if (part.bytes.length !== sizes[count]) throw changed()
    count += 1
    yield part
  }
  if (count !== sizes.length) throw changed()
}

function changed(): InvalidInputError {
  const message = 'The CSV changed while it was read. Start again when nothing writes to it.'
  return new InvalidInputError(message, { code: 'file_changed' })
}

function tooLong(): InvalidInputError {
  const message = `The CSV exceeds the limit of ${mostParts} parts of 20,000 rows. Import the first two million rows, then add the rest with appendResponses.`
  return new InvalidInputError(message, { code: 'too_many_parts' })
}
