/** Sends requests to URLs that users enter. It never connects to an address that was not checked, see docs/adr/0078. */
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Agent } from 'undici'
import type { AllowedDestinations } from './allowed-destinations.ts'
import { checkDestination, judgeAddresses, type Reach } from './destination.ts'
import { startExchange } from './exchange.ts'
import { type FailureReason, isInvalidRequest, OutboundFailure, toFailure } from './failure.ts'
import { createHostResolver, type ResolveHost, resolveWithin, toLookup } from './resolve-host.ts'
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

export interface OutboundOptions {
  allowed: AllowedDestinations
  resolveHost?: ResolveHost
  /** Null for callers that limit their requests themselves. Default: 8. */
  connectionsPerHost?: number | null
}

const defaultTimeoutMs = 15_000
const lookupTimeoutMs = 5_000
const connectTimeoutMs = 5_000
/** After it the next address of the host is tried. */
const addressTimeoutMs = 1_000
const idleConnectionMs = 4_000
const cachedTexts = 1_000

interface ResolvedHost {
  hostname: string
  addresses: readonly string[]
}

export function createOutbound(options: OutboundOptions): Outbound {
  const { allowed, resolveHost = createHostResolver(options.allowed), connectionsPerHost = 8 } = options

  // Both depend on the text and the settings only, and the same few URLs and addresses are used again and again.
  const targets = new LRUCache<string, ReturnType<typeof readTarget>>({
    max: cachedTexts,
    memoMethod: (url) => readTarget(url, allowed),
  })
  const reaches = new LRUCache<string, Reach, ResolvedHost>({
    max: cachedTexts,
    memoMethod: (_key, _stale, { context }) => judgeAddresses(context.hostname, context.addresses, allowed),
  })

  async function checkHost(hostname: string) {
    const addresses =
      isIP(hostname) === 0 ? await resolveWithin(resolveHost, hostname, lookupTimeoutMs) : [hostname]
    const reach = reaches.memo(`${hostname} ${addresses.join(' ')}`, { context: { hostname, addresses } })
    if (reach === 'refused')
      throw new OutboundFailure('refused_address', 'The host name has an address that is not public.')
    return { addresses, reach }
  }

  /** Connects to the addresses of the answer that it checks, so a name server cannot change them in between. */
  const checkedLookup = (expected: 'public' | 'listed') =>
    toLookup(async (hostname) => {
      const { addresses, reach } = await checkHost(hostname)
      if (reach === expected) return addresses
      throw new OutboundFailure('refused_address', 'The addresses of the host name changed meanwhile.')
    })

  // Separate connections: a name that moves from a listed to a public address must not reuse one of the listed host,
  // whose responses are not shown.
  const agents = {
    public: createAgent(checkedLookup('public'), connectionsPerHost),
    listed: createAgent(checkedLookup('listed'), connectionsPerHost),
  }

  async function prepare(request: OutboundRequest) {
    const target = targets.memo(request.url)
    if (target.kind === 'refused') throw new OutboundFailure(target.reason, target.message)
    const { origin, path, hostname, isHttp } = target
    // An open connection does not look the name up again, so this check also ends its use.
    const { reach } = await checkHost(hostname)
    if (isHttp && reach === 'public')
      throw new OutboundFailure('refused_url', 'The URL must start with https://.')
    return { origin, path, reach }
  }

  return {
    async send(request) {
      const startedAt = performance.now()
      const elapsedMs = () => Math.round(performance.now() - startedAt)
      const stop = createStop(request)
      try {
        request.signal?.throwIfAborted()
        const { reach, origin, path } = await stop.during(prepare(request))
        const { method, headers, body = null } = request
        const exchange = startExchange(agents[reach], { origin, path, method, headers, body })
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
    async close() {
      await Promise.all([agents.public.destroy(), agents.listed.destroy()])
    },
  }
}

function readTarget(text: string, allowed: AllowedDestinations) {
  const destination = checkDestination(text, allowed)
  if (destination.kind === 'refused') return destination
  const { kind, hostname, url } = destination
  return {
    kind,
    hostname,
    origin: url.origin,
    path: url.pathname + url.search,
    isHttp: url.protocol === 'http:',
  }
}

function createAgent(lookup: LookupFunction, connections: number | null): Agent {
  return new Agent({
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: idleConnectionMs,
    keepAliveMaxTimeout: idleConnectionMs,
    // The deadline of the request covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      lookup,
      timeout: connectTimeoutMs,
      // With it, Node asks `lookup` for all addresses.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: addressTimeoutMs,
    },
  })
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
