/** Errors after which a connection is of no further use, although it may still be open. */

/** The server does not answer on this connection, or answers as the wrong server. */
export class ConnectionLost extends Error {
  /** The code of a network timeout: see `isUnavailable`. */
  readonly code = 'ETIMEDOUT'
  constructor(message: string) {
    super(message)
    this.name = 'ConnectionLost'
  }
}

/** A server that was the primary and is now a standby, or is about to be one: it rejects writes with this code. */
const readOnlyTransaction = '25006'

/** The driver rejects the statement after this time but would keep the connection. */
const driverTimeout = 'Query read timeout'

export function endsConnection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return error.message === driverTimeout || ('code' in error && error.code === readOnlyTransaction)
}

/** Stops waiting for an answer. What runs on is ended by the timeouts of its connection. */
export async function rejectAfter<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ConnectionLost(`The database did not answer within ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
