/** Checks whether an address is reachable: DNS, connection and certificate. */
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { isPlainText } from '../../config/credentials.ts'
import { type CheckResult, failed, ok, skipped, warning } from './check-result.ts'

const timeoutMs = 10_000

export interface Place {
  /** For messages: "the service" or "the object store". */
  who: string
  /** What to do if the address is wrong. */
  fixAddress: string
  /** Resolves the name and connects in place of this machine. */
  proxy?: string | undefined
}

/** Stops at the first failure, because the later checks depend on it. */
export async function checkNetwork(prefix: string, address: string, place: Place): Promise<CheckResult[]> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const results: CheckResult[] = []
  if (place.proxy !== undefined) {
    const proxy = URL.canParse(place.proxy) ? new URL(place.proxy).host : place.proxy
    return [skipped(`${prefix} connection`, `requests go through the proxy ${proxy}`)]
  }
  const name = await checkName(`${prefix} name`, host, place)
  results.push(name)
  if (name.state === 'failed') return results
  const connection = await checkConnection(`${prefix} connection`, host, port, place)
  results.push(connection)
  if (connection.state === 'failed') return results
  if (url.protocol === 'https:') results.push(await checkCertificate(`${prefix} certificate`, host, port))
  else if (isPlainText(address)) results.push(plainText(`${prefix} encryption`, url.origin))
  return results
}

async function checkName(check: string, host: string, { who, fixAddress }: Place): Promise<CheckResult> {
  try {
    const { address } = await lookup(host)
    return ok(check, `${host} is ${address}`)
  } catch (error) {
    return failed(check, {
      what: `${host} has no address (${codeOf(error)}).`,
      why: `The host name of ${who} is mistyped, or this network cannot resolve it: some names exist only inside a company network or VPN.`,
      fix: `Check the name with "nslookup ${host}", and connect to the VPN if there is one. ${fixAddress}`,
    })
  }
}

async function checkConnection(
  check: string,
  host: string,
  port: number,
  place: Place,
): Promise<CheckResult> {
  const problem = await tryConnect(host, port)
  if (problem === undefined) return ok(check, `${host} accepts connections on port ${port}`)
  const isRefused = problem === 'ECONNREFUSED'
  return failed(check, {
    what: `No connection to ${host} on port ${port} (${problem}).`,
    why: isRefused
      ? `The machine is reachable, but ${place.who} does not listen on this port: it is down, or the port is wrong.`
      : `A firewall or the network keeps ${place.who} out of reach from here.`,
    fix: `Ask the operator whether it is running, and whether port ${port} is open from this network. ${place.fixAddress}`,
  })
}

/** Returns the reason for a failure, undefined on success. */
function tryConnect(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const end = (problem?: string) => {
      socket.destroy()
      resolve(problem)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end('no response within 10 s'))
    socket.once('error', (error) => end(codeOf(error)))
  })
}

function checkCertificate(check: string, host: string, port: number): Promise<CheckResult> {
  return new Promise((resolve) => {
    const socket = connectSecurely({ host, port, servername: host, timeout: timeoutMs })
    const end = (result: CheckResult) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      end(ok(check, `valid until ${valid_to}`))
    })
    socket.once('timeout', () => end(badCertificate(check, host, 'no response within 10 s')))
    socket.once('error', (error) => end(badCertificate(check, host, codeOf(error))))
  })
}

const certificateReasons: Record<string, string> = {
  CERT_HAS_EXPIRED: 'It has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'It belongs to another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'It is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'It comes from an authority that this machine does not trust, such as one of your company.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The server does not send the whole chain, or this machine does not trust its authority.',
}

function badCertificate(check: string, host: string, code: string): CheckResult {
  return failed(check, {
    what: `The certificate of ${host} is not accepted (${code}).`,
    why: certificateReasons[code] ?? 'The TLS handshake failed; the server may only support http.',
    fix: 'If you use your own certificate authority, set NODE_EXTRA_CA_CERTS to its file. Otherwise the operator must renew the certificate.',
  })
}

function plainText(check: string, origin: string): CheckResult {
  return warning(check, {
    what: `${origin} is not encrypted.`,
    why: 'Keys and files can be intercepted.',
    fix: 'Use an https address; the operator sets up a certificate for it.',
  })
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}
