/** Errors of API calls. The classes are those of the SDK, so uploads and calls fail in the same way. */
import { ConnectionError, errorOf, InletError } from '@inlet/sdk/shared/errors'

export const isInletError = (error: unknown, code?: string): error is InletError =>
  error instanceof InletError && (code === undefined || error.code === code)

/** It was deleted, is no longer shared, or the user lost the role that it needs. */
export const isGone = (error: unknown): boolean =>
  isInletError(error) && (error.status === 404 || error.status === 403)

export const unreachable = (cause: unknown): ConnectionError =>
  new ConnectionError('The server did not respond. Check your connection and try again.', {
    code: 'unreachable',
    cause,
    mayHaveArrived: true,
  })

export async function readError(response: Response): Promise<InletError> {
  const body = (await response.json().catch(() => ({}))) as Parameters<typeof errorOf>[1]
  const message = body.error ?? `The server responded with status ${response.status}. Try again later.`
  return errorOf(response, body, message)
}
