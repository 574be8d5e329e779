/** Which IP addresses are public. Everything that is not is refused as the destination of a request. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

interface SpecialRange {
  network: string
  prefix: number
  purpose: string
  source: string
}

/** IANA IPv4 Special-Purpose Address Registry, multicast, and one cloud service at a public address. */
export const specialIpv4Ranges: readonly SpecialRange[] = [
  { network: '0.0.0.0', prefix: 8, purpose: 'this network', source: 'RFC 791' },
  { network: '10.0.0.0', prefix: 8, purpose: 'private use', source: 'RFC 1918' },
  { network: '100.64.0.0', prefix: 10, purpose: 'carrier-grade NAT', source: 'RFC 6598' },
  { network: '127.0.0.0', prefix: 8, purpose: 'loopback', source: 'RFC 1122' },
  {
    network: '168.63.129.16',
    prefix: 32,
    purpose: 'platform services of Azure, reachable from its machines only',
    source: 'https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16',
  },
  { network: '169.254.0.0', prefix: 16, purpose: 'link-local, cloud metadata', source: 'RFC 3927' },
  { network: '172.16.0.0', prefix: 12, purpose: 'private use', source: 'RFC 1918' },
  // The registry lists a few anycast services in this block as reachable; they belong to the local network.
  { network: '192.0.0.0', prefix: 24, purpose: 'IETF protocol assignments', source: 'RFC 6890' },
  { network: '192.0.2.0', prefix: 24, purpose: 'documentation', source: 'RFC 5737' },
  { network: '192.88.99.0', prefix: 24, purpose: '6to4 relay anycast, deprecated', source: 'RFC 7526' },
  { network: '192.168.0.0', prefix: 16, purpose: 'private use', source: 'RFC 1918' },
  { network: '198.18.0.0', prefix: 15, purpose: 'benchmarking', source: 'RFC 2544' },
  { network: '198.51.100.0', prefix: 24, purpose: 'documentation', source: 'RFC 5737' },
  { network: '203.0.113.0', prefix: 24, purpose: 'documentation', source: 'RFC 5737' },
  { network: '224.0.0.0', prefix: 4, purpose: 'multicast', source: 'RFC 5771' },
  { network: '240.0.0.0', prefix: 4, purpose: 'reserved, limited broadcast', source: 'RFC 1112, RFC 919' },
]

/** IANA IPv6 Special-Purpose Address Registry, multicast, and the deprecated forms that embed an IPv4 address. */
export const specialIpv6Ranges: readonly SpecialRange[] = [
  { network: '::', prefix: 96, purpose: 'unspecified, loopback, IPv4-compatible', source: 'RFC 4291' },
  { network: '::ffff:0:0', prefix: 96, purpose: 'IPv4-mapped', source: 'RFC 4291' },
  { network: '::ffff:0:0:0', prefix: 96, purpose: 'IPv4-translated', source: 'RFC 2765' },
  { network: '64:ff9b:1::', prefix: 48, purpose: 'local-use NAT64', source: 'RFC 8215' },
  { network: '100::', prefix: 64, purpose: 'discard-only', source: 'RFC 6666' },
  { network: '100:0:0:1::', prefix: 64, purpose: 'dummy prefix', source: 'RFC 9780' },
  { network: '2001::', prefix: 23, purpose: 'IETF protocol assignments, Teredo, ORCHID', source: 'RFC 2928' },
  { network: '2001:db8::', prefix: 32, purpose: 'documentation', source: 'RFC 3849' },
  { network: '2002::', prefix: 16, purpose: '6to4', source: 'RFC 3056, RFC 7526' },
  { network: '3fff::', prefix: 20, purpose: 'documentation', source: 'RFC 9637' },
  { network: '5f00::', prefix: 16, purpose: 'segment routing', source: 'RFC 9602' },
  { network: 'fc00::', prefix: 7, purpose: 'unique local', source: 'RFC 4193' },
  { network: 'fe80::', prefix: 10, purpose: 'link-local', source: 'RFC 4291' },
  { network: 'fec0::', prefix: 10, purpose: 'site-local, deprecated', source: 'RFC 3879' },
  { network: 'ff00::', prefix: 8, purpose: 'multicast', source: 'RFC 4291' },
]

/** IANA has assigned no other IPv6 addresses to the public internet. */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
publicIpv6.addSubnet('64:ff9b::', 96, 'ipv6')

const specialIpv4 = new BlockList()
const specialIpv6 = new BlockList()
for (const { network, prefix } of specialIpv4Ranges) {
  specialIpv4.addSubnet(network, prefix, 'ipv4')
  // The address of an IPv4 host behind NAT64 (RFC 6052) is as public as the host.
  specialIpv6.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
}
for (const { network, prefix } of specialIpv6Ranges) specialIpv6.addSubnet(network, prefix, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4')
  // Only addresses of one link or site have a zone.
  if (!isIPv6(address) || address.includes('%')) return false
  return publicIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}
