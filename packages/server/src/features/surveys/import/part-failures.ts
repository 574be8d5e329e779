/** Failure messages of parts for the status: what happened, why, what to do. */
import type { SurveyErrorDetails, SurveyFailureCode } from '@inlet/contract'
import type { HeaderComparison, SurveyCsvError } from '@inlet/survey-csv'
import { bound } from '../../responses/responses.public.ts'

export type PartFailure = SurveyErrorDetails & {
  part_number: number
  code: SurveyFailureCode
  message: string
}

/** Limits listed headers, of which a file may have thousands. */
const maxNames = 50
const maxNameChars = 200

export const uploadGone = (part_number: number): PartFailure => ({
  part_number,
  code: 'upload_gone',
  message: `Part ${part_number} was not imported. Its file is no longer in storage, or was replaced after it was checked. Request a fresh descriptor for the part, upload it again and call complete.`,
})

export const tooManyParts = (part_number: number, limit: number): PartFailure => ({
  part_number,
  code: 'too_many_parts',
  message: `Part ${part_number} was not imported. A survey can have at most ${limit.toLocaleString('en')} parts. Import the rest as another survey.`,
})

export function unreadable(part_number: number, error: SurveyCsvError): PartFailure {
  const { code, row, column, rowCount, limit } = error
  return {
    part_number,
    code,
    message: `Part ${part_number} was not imported. ${error.message}`,
    ...(row > 0 && { row }),
    ...(column !== undefined && { column }),
    ...(rowCount !== undefined && limit !== undefined && { row_count: rowCount, row_limit: limit }),
  }
}

/** All parts of one upload must have the same header. */
export function headerMismatch(
  part_number: number,
  { missing, extra }: Pick<HeaderComparison, 'missing' | 'extra'>,
): PartFailure {
  const difference =
    missing.length > 0
      ? `It lacks ${listNames(missing)}.`
      : extra.length > 0
        ? `It also has ${listNames(extra)}.`
        : 'The columns are in another order.'
  return {
    part_number,
    code: 'header_mismatch',
    message: `Part ${part_number} was not imported. Its header differs from that of the first part. ${difference} Give all parts of an upload the same header, then send this part again.`,
    missing_columns: shorten(missing),
  }
}

export function missingColumns(part_number: number, missing: readonly string[]): PartFailure {
  return {
    part_number,
    code: 'missing_columns',
    message: `Part ${part_number} was not imported. It lacks ${listNames(missing)}, which the survey requires. Add what is missing, with empty cells if necessary, and send this part again.`,
    missing_columns: shorten(missing),
  }
}

function shorten(names: readonly string[]): string[] {
  return names.slice(0, maxNames).map((name) => bound(name, maxNameChars))
}

function listNames(names: readonly string[]): string {
  const few = names.slice(0, 3).map((name) => `“${bound(name, 60)}”`)
  const rest = names.length - few.length
  return `${names.length === 1 ? 'the column' : 'the columns'} ${few.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
