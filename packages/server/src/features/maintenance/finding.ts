/** What the doctor says about one thing. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'failed'
  detail: string
  /** What to do about it; nothing where all is well. */
  mend?: string
}

export const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail })
export const warning = (check: string, detail: string, mend: string): Finding => ({
  check,
  state: 'warning',
  detail,
  mend,
})
export const failed = (check: string, detail: string, mend: string): Finding => ({
  check,
  state: 'failed',
  detail,
  mend,
})

/** A short reason without addresses or credentials: codes where there are some. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if ('code' in error && typeof error.code === 'string') return error.code
  if (cause instanceof Error) return reasonOf(cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error.name === 'Error' ? error.message : error.name
}
