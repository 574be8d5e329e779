/** The IP addresses of a host name. */
import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import type { AllowedDestinations } from './allowed-destinations.ts'
import { OutboundFailure } from './failure.ts'

/** Rejects, or resolves to an empty list, if the name has no address. */
export type ResolveHost = (hostname: string) => Promise<string[]>

const queryTimeoutMs = 2_000
const queryTries = 2

/**
 * Name servers are asked directly. The system's resolver would block a thread for each name, and there are so few that the
 * slow name server of one URL would delay the lookups of the database and the object store. Only the operator's own hosts
 * use it, because they may be in /etc/hosts or a search domain.
 */
export function createHostResolver(allowed: AllowedDestinations): ResolveHost {
  return (hostname) =>
    allowed.includesName(hostname)
      ? resolveBySystem(hostname)
      : resolveByServers(new dns.Resolver({ timeout: queryTimeoutMs, tries: queryTries }), hostname)
}

export async function resolveByServers(resolver: dns.Resolver, hostname: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length === 0 && answers.some(isTimeout)) throw lookupTimeout()
  return addresses
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  const found: LookupAddress[] = await dns.lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

export async function resolveWithin(
  resolve: ResolveHost,
  hostname: string,
  timeoutMs: number,
): Promise<string[]> {
  const expired = Promise.withResolvers<never>()
  const timer = setTimeout(() => expired.reject(lookupTimeout()), timeoutMs)
  try {
    const addresses = await Promise.race([resolve(hostname), expired.promise])
    if (addresses.length > 0) return addresses
  } catch (error) {
    if (error instanceof OutboundFailure) throw error
  } finally {
    clearTimeout(timer)
  }
  throw new OutboundFailure('no_address', 'The host name has no address.')
}

/** For sockets with `autoSelectFamily`, which ask for all addresses. */
export function toLookup(resolve: ResolveHost): LookupFunction {
  const lookup = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
  return (hostname, _, callback) => lookup(hostname, callback)
}

const lookupTimeout = () => new OutboundFailure('timeout', 'The host name was not resolved in time.')

const isTimeout = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'rejected' &&
  answer.reason instanceof Error &&
  Reflect.get(answer.reason, 'code') === 'ETIMEOUT'
