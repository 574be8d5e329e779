export interface ErrorDefinition {
  status: number
  message: string
  /** Whether retrying the same request can help. */
  isRetryable: boolean
}

export const define = (status: number, message: string, isRetryable = false): ErrorDefinition => ({
  status,
  message,
  isRetryable,
})
