/** The hosts and networks for which the operator allows `http` and private addresses. */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'

export interface AllowedDestinations {
  hasNetworks: boolean
  includesName(hostname: string): boolean
  includesAddress(address: string): boolean
}

type Entry =
  | { kind: 'name'; name: string }
  | { kind: 'subdomains'; suffix: string }
  | { kind: 'network'; network: string; prefix: number; family: 'ipv4' | 'ipv6' }

/** Entries are host names, `*.` and a host name, IP addresses or CIDR networks. */
export const isAllowedEntry = (entry: string) => parseEntry(entry) !== null

/** Ignores entries that `isAllowedEntry` rejects; the configuration refuses them at start-up. */
export function createAllowedDestinations(entries: readonly string[]): AllowedDestinations {
  const names = new Set<string>()
  const suffixes: string[] = []
  const networks = new BlockList()
  for (const entry of entries.map(parseEntry)) {
    if (entry?.kind === 'name') names.add(entry.name)
    if (entry?.kind === 'subdomains') suffixes.push(entry.suffix)
    if (entry?.kind === 'network') networks.addSubnet(entry.network, entry.prefix, entry.family)
  }
  return {
    hasNetworks: networks.rules.length > 0,
    includesName(hostname) {
      const name = withoutFinalDot(hostname)
      return names.has(name) || suffixes.some((suffix) => name.endsWith(suffix))
    },
    includesAddress(address) {
      if (isIP(address) === 0 || address.includes('%')) return false
      return networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
    },
  }
}

function parseEntry(entry: string): Entry | null {
  const [address = '', prefix, ...others] = entry.split('/')
  if (isIP(address) !== 0) return others.length > 0 ? null : parseNetwork(address, prefix)
  if (entry.startsWith('*.')) {
    const name = parseName(entry.slice(2))
    return name === null ? null : { kind: 'subdomains', suffix: `.${name}` }
  }
  const name = parseName(entry)
  return name === null ? null : { kind: 'name', name }
}

function parseNetwork(network: string, prefix: string | undefined): Entry | null {
  const family = isIPv6(network) ? 'ipv6' : 'ipv4'
  const bits = family === 'ipv6' ? 128 : 32
  if (network.includes('%')) return null
  if (prefix === undefined) return { kind: 'network', network, prefix: bits, family }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return null
  return { kind: 'network', network, prefix: Number(prefix), family }
}

/** The name as a URL would have it: in lower case, with other scripts in Punycode. */
function parseName(text: string): string | null {
  if (/[\s/?#@:\\%*]/.test(text)) return null
  const name = withoutFinalDot(domainToASCII(text))
  // A URL reads 10.1 or 0x7f as an IPv4 address, so such a name would never match.
  if (isIP(name) !== 0) return null
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) ? name : null
}

const withoutFinalDot = (hostname: string) => hostname.replace(/\.$/, '')
