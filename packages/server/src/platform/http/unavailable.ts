/** Tells "a part we need is away" from "we made a mistake": the first is a 503 worth trying again. */
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** PostgreSQL: connection lost (08), too many connections (53), shutting down or starting up (57P). */
const sqlState = /^(08|53|57P)/

const poolMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
]

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (networkCodes.has(code) || sqlState.test(code)) return true
  if (poolMessages.some((message) => error.message.startsWith(message))) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return isUnavailable(error.cause)
}
