/**
 * One request and the beginning of its response. With undici's `dispatch`: `request` creates a stream for each response and
 * needs a signal for each deadline.
 */
import type { Agent, Dispatcher } from 'undici'
import { createBodyReader } from './response-excerpt.ts'

export interface Exchange {
  response: Promise<ExchangeResponse>
  /** Ends it with this error, even while it waits for a connection. */
  abort(error: Error): void
}

export interface ExchangeResponse {
  status: number
  retryAfter: string | null
  /** The first KiB of the body. */
  start: Uint8Array
}

export function startExchange(agent: Agent, options: Dispatcher.DispatchOptions): Exchange {
  const { promise, resolve, reject } = Promise.withResolvers<ExchangeResponse>()
  const body = createBodyReader()
  let controller: Dispatcher.DispatchController | undefined
  let aborted: Error | undefined
  let status = 0
  let retryAfter: string | null = null

  const finish = () => resolve({ status, retryAfter, start: body.start() })
  agent.dispatch(options, {
    onRequestStart(started) {
      controller = started
      if (aborted) started.abort(aborted)
    },
    onResponseStart(_, statusCode, headers) {
      status = statusCode
      retryAfter = [headers['retry-after']].flat()[0] ?? null
    },
    onResponseData(current, chunk) {
      if (body.add(chunk) === 'continue') return
      finish()
      // Closes the connection.
      current.abort(new Error('The response is longer than what is read of it.'))
    },
    onResponseEnd: finish,
    onResponseError: (_, error) => reject(error),
  })
  return {
    response: promise,
    abort(error) {
      aborted = error
      reject(error)
      controller?.abort(error)
    },
  }
}
