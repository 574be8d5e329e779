/** Sends requests to URLs that users enter. It never connects to an address that was not checked, see docs/adr/0078. */
import { LRUCache } from 'lru-cache'
import { type AgentOptions, createCheckedAgents, readTarget } from './checked-agents.ts'
import { startExchange } from './exchange.ts'
import { type FailureReason, isInvalidRequest, OutboundFailure, toFailure } from './failure.ts'
import { toExcerpt } from './response-excerpt.ts'

export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** For everything, from the lookup of the host to the last byte of the response. */
  timeoutMs?: number
  signal?: AbortSignal
}

export type OutboundResult =
  | {
      kind: 'response'
      status: number
      retryAfter: string | null
      /** The beginning of the body; null for hosts and networks that the operator listed. */
      excerpt: string | null
      durationMs: number
    }
  | { kind: 'failed'; reason: FailureReason; message: string; durationMs: number }

export interface Outbound {
  /** Throws only if `signal` is aborted or the request itself cannot be sent, such as with an invalid header. */
  send(request: OutboundRequest): Promise<OutboundResult>
  close(): Promise<void>
}

const defaultTimeoutMs = 15_000
const cachedUrls = 1_000

export function createOutbound(options: AgentOptions): Outbound {
  const { allowed } = options
  const agents = createCheckedAgents(options)

  // Depends on the text and the settings only, and the same few URLs are used again and again.
  const targets = new LRUCache<string, ReturnType<typeof readTarget>>({
    max: cachedUrls,
    memoMethod: (url) => readTarget(url, allowed),
  })

  async function prepare(request: OutboundRequest) {
    const target = targets.memo(request.url)
    if (target.kind === 'refused') throw new OutboundFailure(target.reason, target.message)
    const { agent, reach } = await agents.find(target)
    return { origin: target.origin, path: target.path, agent, reach }
  }

  return {
    async send(request) {
      const startedAt = performance.now()
      const elapsedMs = () => Math.round(performance.now() - startedAt)
      const stop = createStop(request)
      try {
        request.signal?.throwIfAborted()
        const { agent, reach, origin, path } = await stop.during(prepare(request))
        const { method, headers, body = null } = request
        const exchange = startExchange(agent, { origin, path, method, headers, body })
        stop.onStop((error) => exchange.abort(error))
        const { status, retryAfter, start } = await exchange.response
        const excerpt = reach === 'listed' ? null : toExcerpt(start)
        return { kind: 'response', status, retryAfter, excerpt, durationMs: elapsedMs() }
      } catch (error) {
        request.signal?.throwIfAborted()
        if (isInvalidRequest(error)) throw error
        const { reason, message } = toFailure(error)
        return { kind: 'failed', reason, message, durationMs: elapsedMs() }
      } finally {
        stop.clear()
      }
    },
    close: () => agents.close(),
  }
}

/** The end of a request, by its deadline or its signal. Not an AbortSignal: a new one for each request costs more than all checks. */
function createStop({ signal, timeoutMs = defaultTimeoutMs }: OutboundRequest) {
  const stopped = Promise.withResolvers<never>()
  let onStop: (error: Error) => void = stopped.reject
  const abort = () => onStop(new Error('The request was aborted.'))
  const timer = setTimeout(() => onStop(noResponseWithin(timeoutMs)), timeoutMs)
  signal?.addEventListener('abort', abort, { once: true })
  return {
    during: <T>(work: Promise<T>): Promise<T> => Promise.race([work, stopped.promise]),
    /** From now on, instead of ending `during`. */
    onStop(listener: (error: Error) => void): void {
      onStop = listener
      if (signal?.aborted) abort()
    },
    clear(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

const noResponseWithin = (timeoutMs: number) =>
  new OutboundFailure('timeout', `No complete response within ${timeoutMs / 1000} s.`)
