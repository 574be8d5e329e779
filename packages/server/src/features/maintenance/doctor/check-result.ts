/** The result of one doctor check. */
export interface CheckResult {
  check: string
  state: 'ok' | 'warning' | 'failed'
  detail: string
  /** What to do about it; undefined when the check passed. */
  fix?: string
}

export const ok = (check: string, detail: string): CheckResult => ({ check, state: 'ok', detail })
export const warning = (check: string, detail: string, fix: string): CheckResult => ({
  check,
  state: 'warning',
  detail,
  fix,
})
export const failed = (check: string, detail: string, fix: string): CheckResult => ({
  check,
  state: 'failed',
  detail,
  fix,
})

/** A short reason without addresses or credentials, preferably an error code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if ('code' in error && typeof error.code === 'string') return error.code
  if (cause instanceof Error) return reasonOf(cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error.name === 'Error' ? error.message : error.name
}
