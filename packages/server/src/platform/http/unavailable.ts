/** Distinguishes an unavailable dependency, which is a 503 worth retrying, from a bug. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/**
 * PostgreSQL: connection lost (08), too many connections (53), shutting down or starting up (57P). Statement or lock
 * timeout (57014, 55P03), a transaction that was idle for too long (25P03), deadlock and serialization failure (40P01,
 * 40001), and a server that is no longer the primary (25006): the same request succeeds later.
 */
const sqlState = /^(08|53|57P|57014$|55P03$|25P03$|25006$|40P01$|40001$)/

/** Errors of the PostgreSQL driver and its pool that have no code. */
const driverMessages = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Query read timeout',
]

/** How many causes are followed; an error can be its own cause. */
const maxDepth = 8

export function isUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (networkCodes.has(code) || sqlState.test(code)) return true
  // The S3 client gives its time-outs this name and no code.
  if (error.name === 'TimeoutError') return true
  if (driverMessages.some((message) => error.message.startsWith(message))) return true
  if (error instanceof AggregateError) return error.errors.some((one) => isUnavailable(one, depth + 1))
  return isUnavailable(error.cause, depth + 1)
}
