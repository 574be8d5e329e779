/** Messages and exit codes for commands that fail. */
import {
  CancelledError,
  type FieldProblem,
  ForbiddenError,
  IdempotencyMismatchError,
  ImportFailedError,
  InletError,
  LaterAppendError,
  UnauthorizedError,
} from '@inlet/sdk'
import { SurveyCsvError } from '@inlet/survey-csv'
import { type ExitCode, exitCodes } from './exit-codes.ts'

export class CliError extends Error {
  override readonly name = 'CliError'
  /** Stable, for scripts. */
  readonly code: string
  readonly exitCode: ExitCode

  constructor(message: string, { code = 'failed', exitCode = exitCodes.failed, cause }: CliErrorFacts = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.exitCode = exitCode
  }
}

export interface CliErrorFacts {
  code?: string
  exitCode?: ExitCode
  cause?: unknown
}

/** An invalid command line. */
export function usageError(message: string): CliError {
  return new CliError(message, { code: 'wrong_usage', exitCode: exitCodes.usage })
}

export interface ErrorReport {
  message: string
  code: string
  exitCode: ExitCode
  requestId?: string | undefined
  /** The fields that the service rejected. */
  details?: readonly ErrorDetail[] | undefined
}

/** Services may add facts, such as `limit` and `value`. */
export type ErrorDetail = FieldProblem & Record<string, unknown>

/** The messages of the SDK are for programmers; these replace them on the command line. */
const cliMessages: Record<string, (error: InletError) => string> = {
  invalid_client: () =>
    'The client id or secret is not accepted: mistyped, revoked or expired. Run "inlet login" with a valid key.',
  invalid_token: () => 'The key is no longer accepted. Run "inlet login" with a valid key.',
  timeout: () => 'The service did not respond in time. Run "inlet doctor" for a diagnosis.',
  wait_timeout: () => 'Timed out while waiting. The service continues processing; check with "inlet status".',
  unexpected_answer: ({ message }) =>
    `${message.split(' Check that')[0]} Run "inlet login" with the address of the Inlet server.`,
  connection_failed: ({ message }) =>
    `${message.split(' Check the address')[0]} Run "inlet doctor" for a diagnosis.`,
  certificate_refused: ({ message }) =>
    `${message.split(' Check the address')[0]} If you use your own certificate authority, set NODE_EXTRA_CA_CERTS to its file.`,
  cursor_expired: () =>
    'The cursor is older than the retained events, so events were missed. Run the command without --after to continue with new events.',
  too_many_parts: () =>
    'The CSV exceeds the limit of 100 parts of 20,000 rows. Import the first two million rows, then add the rest with "inlet survey append".',
}

export function explain(error: unknown): ErrorReport {
  if (error instanceof CliError) return error
  if (error instanceof InletError) {
    const message = ofSurvey(error) ?? cliMessages[error.code]?.(error) ?? error.message
    return { message, code: error.code, exitCode: exitCodeOf(error), ...factsOf(error) }
  }
  if (error instanceof SurveyCsvError)
    return { message: error.message, code: error.code, exitCode: exitCodes.failed }
  const message = error instanceof Error ? error.message : String(error)
  return { message, code: 'unexpected', exitCode: exitCodes.failed }
}

function factsOf({ requestId, details }: InletError): Pick<ErrorReport, 'requestId' | 'details'> {
  return { requestId, ...(details.length > 0 && { details }) }
}

/** Errors of surveys name the command that resolves them. */
function ofSurvey(error: InletError): string | undefined {
  if (error instanceof IdempotencyMismatchError)
    return `This file was already imported as the survey ${error.key} with a different ${error.fields.join(', ')}. Nothing was uploaded. Use the same --encoding and --delimiter as before, or import it as another survey with --again.`
  if (error instanceof LaterAppendError) {
    const [number = 1] = error.partNumbers
    return `${error.summary} Send that part again with "inlet survey retry ${error.key}" on the machine that appended it, or a corrected CSV with "inlet survey retry ${error.key} FILE.csv --part ${number}".`
  }
  const number = error instanceof ImportFailedError ? error.errorDetails?.part_number : undefined
  if (!(error instanceof ImportFailedError) || number === undefined) return undefined
  return `${error.message} Send a corrected CSV for the part with "inlet survey retry ${error.key} FILE.csv --part ${number}".`
}

function exitCodeOf(error: InletError): ExitCode {
  if (error instanceof UnauthorizedError || error instanceof ForbiddenError) return exitCodes.denied
  if (error instanceof CancelledError) return exitCodes.interrupted
  if (error instanceof LaterAppendError) return exitCodes.incomplete
  return error.code === 'invalid_client' || error.code === 'invalid_scope'
    ? exitCodes.denied
    : exitCodes.failed
}
