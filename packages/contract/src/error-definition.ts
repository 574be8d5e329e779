export interface ErrorDefinition {
  status: number
  message: string
  /** Whether trying the very same call again can help. */
  isRetryable: boolean
}

export const define = (status: number, message: string, isRetryable = false): ErrorDefinition => ({
  status,
  message,
  isRetryable,
})
