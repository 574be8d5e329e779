/** What can be said about a URL without asking a name server. */
import { isIP } from 'node:net'
import { isPublicAddress } from './address-policy.ts'
import type { AllowedDestinations } from './allowed-destinations.ts'

export interface Destination {
  kind: 'destination'
  url: URL
  /** A host name, or an IP address without brackets. */
  hostname: string
}

export interface Refusal {
  kind: 'refused'
  reason: 'refused_url' | 'refused_address'
  message: string
}

/** `listed` hosts are internal: nothing that they answer may be shown. */
export type Reach = 'public' | 'listed' | 'refused'

const maxUrlLength = 2_000

/** Checks the form of a URL, and its address if the host is one. The addresses of a host name are checked when a request is sent. */
export function checkDestination(text: string, allowed: AllowedDestinations): Destination | Refusal {
  if (text.length > maxUrlLength)
    return refuseUrl(`The URL has ${text.length} characters; the maximum is ${maxUrlLength}.`)
  const url = URL.parse(text)
  // URL.parse ignores line breaks and surrounding spaces.
  if (url === null || /[\s\p{Cc}]/u.test(text)) return refuseUrl('The URL is not valid.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuseUrl('The URL must start with https://.')
  if (url.username !== '' || url.password !== '')
    return refuseUrl('The URL must not contain a user name or password.')
  if (text.includes('#')) return refuseUrl('The URL must not contain a fragment (#).')
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isAddress = isIP(hostname) !== 0
  if (url.protocol === 'http:' && !mayUseHttp(hostname, isAddress, allowed))
    return refuseUrl('The URL must start with https://.')
  if (isAddress && judgeAddresses(hostname, [hostname], allowed) === 'refused')
    return { kind: 'refused', reason: 'refused_address', message: 'The address is not public.' }
  return { kind: 'destination', url, hostname }
}

/** Whether a host name belongs to a listed network is known only once it is resolved. */
function mayUseHttp(hostname: string, isAddress: boolean, allowed: AllowedDestinations): boolean {
  if (isAddress) return allowed.includesAddress(hostname)
  return allowed.includesName(hostname) || allowed.hasNetworks
}

/**
 * One address that is not allowed refuses the host, because a connection may go to any of them. So does a mix of public and
 * listed addresses: it would be open whether the response may be shown.
 */
export function judgeAddresses(
  hostname: string,
  addresses: readonly string[],
  allowed: AllowedDestinations,
): Reach {
  if (allowed.includesName(hostname)) return 'listed'
  const listed = addresses.filter((address) => allowed.includesAddress(address))
  if (listed.length > 0) return listed.length === addresses.length ? 'listed' : 'refused'
  return addresses.every(isPublicAddress) ? 'public' : 'refused'
}

const refuseUrl = (message: string): Refusal => ({ kind: 'refused', reason: 'refused_url', message })
