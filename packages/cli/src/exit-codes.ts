/** Exit codes are documented and stable, because scripts rely on them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  /** The key is not accepted, or lacks permission. */
  denied: 4,
  /** Some imports failed or are still pending. */
  incomplete: 8,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodesHelp =
  'Exit codes: 0 all done, 1 failed, 2 wrong usage, 4 not logged in or not allowed, 8 some imports failed or still pending, 130 interrupted.'
