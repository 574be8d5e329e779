/** What a person reads when a command cannot go on, and which exit code it ends with. */
import { CancelledError, ForbiddenError, InletError, UnauthorizedError } from '@inlet/sdk'
import { SurveyCsvError } from '@inlet/survey-csv'
import { type ExitCode, exitCodes } from './exit-codes.ts'

export class CliError extends Error {
  override readonly name = 'CliError'
  /** A stable word for scripts. */
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

/** A mistake in what was typed. */
export function usageError(message: string): CliError {
  return new CliError(message, { code: 'wrong_usage', exitCode: exitCodes.usage })
}

export interface Explained {
  message: string
  code: string
  exitCode: ExitCode
  requestId?: string | undefined
}

/** The SDK speaks to programmers; these are the same facts for who sits at a shell. */
const atTheShell: Record<string, (error: InletError) => string> = {
  invalid_client: () =>
    'The client id or its secret is not accepted: mistyped, revoked or expired. Run "inlet login" with a valid key.',
  invalid_token: () => 'The key is no longer accepted. Run "inlet login" with a valid key.',
  timeout: () => 'No answer came in time. "inlet doctor" finds out where it hangs.',
  wait_timeout: () =>
    'It was still being processed when the time to wait was over. It goes on; look with "inlet status".',
  unexpected_answer: ({ message }) =>
    `${message.split(' Check that')[0]} Give the address of Inlet itself to "inlet login".`,
  connection_failed: ({ message }) =>
    `${message.split(' Check the address')[0]} "inlet doctor" finds out why.`,
  certificate_refused: ({ message }) =>
    `${message.split(' Check the address')[0]} Name your authority in NODE_EXTRA_CA_CERTS if it is your own.`,
  too_many_parts: () =>
    'The CSV has more than 100 parts of 20,000 rows. Import the first two million rows, then send the rest with "inlet survey append".',
}

export function explain(error: unknown): Explained {
  if (error instanceof CliError) return error
  if (error instanceof InletError) {
    const message = atTheShell[error.code]?.(error) ?? error.message
    return { message, code: error.code, exitCode: exitCodeOf(error), requestId: error.requestId }
  }
  if (error instanceof SurveyCsvError)
    return { message: error.message, code: error.code, exitCode: exitCodes.failed }
  const message = error instanceof Error ? error.message : String(error)
  return { message, code: 'unexpected', exitCode: exitCodes.failed }
}

function exitCodeOf(error: InletError): ExitCode {
  if (error instanceof UnauthorizedError || error instanceof ForbiddenError) return exitCodes.denied
  if (error instanceof CancelledError) return exitCodes.interrupted
  return error.code === 'invalid_client' || error.code === 'invalid_scope'
    ? exitCodes.denied
    : exitCodes.failed
}
