/** Which errors affect one file, and which affect all of them. */
import { InletError } from '@inlet/sdk'

/** An error that affects this file only. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
  /** Of its record, if the service has one. */
  readonly key: string | undefined

  constructor(message: string, key?: string) {
    super(message)
    this.key = key
  }
}

/** Errors that would affect every other file as well. */
export function isFatal(error: unknown): boolean {
  if (error instanceof FileProblem) return false
  if (!(error instanceof InletError)) return true
  if (error.status === 401 || error.status === 403) return true
  return ['project_not_found', 'invalid_client', 'unexpected_answer', 'certificate_refused'].includes(
    error.code,
  )
}
