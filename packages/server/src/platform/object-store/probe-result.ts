/** What one check of the store found, and what to do about it. */
export interface ProbeResult {
  check: string
  /** With a warning the service works, but not in every case or not as well. */
  state: 'ok' | 'warning' | 'failed'
  detail: string
  /** Undefined when the check passed. */
  fix?: string
  neededBy: readonly StoreUser[]
}

/** The processes that use the store; each may have an access key of its own. */
export type StoreUser = 'api' | 'worker' | 'admin' | 'gateway'
