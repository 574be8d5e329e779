/** Connections to URLs that users enter: each goes to an address that was checked for it, see docs/adr/0078. */
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Agent } from 'undici'
import type { AllowedDestinations } from './allowed-destinations.ts'
import { checkDestination, judgeAddresses, type Reach } from './destination.ts'
import { OutboundFailure } from './failure.ts'
import { createHostResolver, type ResolveHost, resolveWithin, toLookup } from './resolve-host.ts'

export interface AgentOptions {
  allowed: AllowedDestinations
  resolveHost?: ResolveHost | undefined
  /** Null for callers that limit their requests themselves. Default: 8. */
  connectionsPerHost?: number | null | undefined
}

export type Target = Exclude<ReturnType<typeof readTarget>, { kind: 'refused' }>

export interface CheckedAgents {
  /** Checks the addresses of the host now, and throws an OutboundFailure if one is not allowed. */
  find(target: Target): Promise<{ agent: Agent; reach: 'public' | 'listed' }>
  close(): Promise<void>
}

const lookupTimeoutMs = 5_000
const connectTimeoutMs = 5_000
/** After it the next address of the host is tried. */
const addressTimeoutMs = 1_000
const idleConnectionMs = 4_000
const cachedHosts = 1_000

interface ResolvedHost {
  hostname: string
  addresses: readonly string[]
}

export function createCheckedAgents(options: AgentOptions): CheckedAgents {
  const { allowed, resolveHost = createHostResolver(options.allowed), connectionsPerHost = 8 } = options

  // Depends on the names and the settings only, and the same few hosts are used again and again.
  const reaches = new LRUCache<string, Reach, ResolvedHost>({
    max: cachedHosts,
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
      throw new OutboundFailure(
        'refused_address',
        'The host name resolved to another address than the one that was checked.',
      )
    })

  // Separate connections: a name that moves from a listed to a public address must not reuse one of the listed host,
  // whose responses are not shown.
  const agents = {
    public: createAgent(checkedLookup('public'), connectionsPerHost),
    listed: createAgent(checkedLookup('listed'), connectionsPerHost),
  }

  return {
    async find({ hostname, isHttp }) {
      // An open connection does not look the name up again, so this check also ends its use.
      const { reach } = await checkHost(hostname)
      if (isHttp && reach === 'public')
        throw new OutboundFailure('refused_url', 'The URL must start with https://.')
      return { agent: agents[reach], reach }
    },
    async close() {
      await Promise.all([agents.public.destroy(), agents.listed.destroy()])
    },
  }
}

/** Refused by its text alone, or where to connect. */
export function readTarget(text: string, allowed: AllowedDestinations) {
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
