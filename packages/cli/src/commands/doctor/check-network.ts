/** Whether an address can be reached from here: its name, a connection, its certificate. */
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { isPlainText } from '../../config/credentials.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const timeoutMs = 10_000

export interface Place {
  /** What is looked for, for the sentences: "the service" or "the object store". */
  who: string
  /** Whose word it is that the address is right. */
  mendAddress: string
}

/** As far as it comes: the first failure makes the rest pointless. */
export async function checkNetwork(prefix: string, address: string, place: Place): Promise<Finding[]> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const findings: Finding[] = []
  const name = await checkName(`${prefix} name`, host, place)
  findings.push(name)
  if (name.state === 'failed') return findings
  const connection = await checkConnection(`${prefix} connection`, host, port, place)
  findings.push(connection)
  if (connection.state === 'failed') return findings
  if (url.protocol === 'https:') findings.push(await checkCertificate(`${prefix} certificate`, host, port))
  else if (isPlainText(address)) findings.push(plainText(`${prefix} encryption`, url.origin))
  return findings
}

async function checkName(check: string, host: string, { who, mendAddress }: Place): Promise<Finding> {
  try {
    const { address } = await lookup(host)
    return ok(check, `${host} is ${address}`)
  } catch (error) {
    return failed(check, {
      what: `${host} has no address (${codeOf(error)}).`,
      why: `The name of ${who} is mistyped, or this network does not know it: some names exist only inside a company or a VPN.`,
      mend: `Check the name with "nslookup ${host}", connect to the VPN if there is one. ${mendAddress}`,
    })
  }
}

async function checkConnection(check: string, host: string, port: number, place: Place): Promise<Finding> {
  const problem = await tryConnect(host, port)
  if (problem === undefined) return ok(check, `${host} answers on port ${port}`)
  const isRefused = problem === 'ECONNREFUSED'
  return failed(check, {
    what: `No connection to ${host} on port ${port} (${problem}).`,
    why: isRefused
      ? `The machine is there, but ${place.who} does not listen on this port: it is down, or the port is wrong.`
      : `A firewall or the network keeps ${place.who} out of reach from here.`,
    mend: `Ask the operator whether it runs, and whether port ${port} is open from this network. ${place.mendAddress}`,
  })
}

/** The reason why not; nothing when there is a connection. */
function tryConnect(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const end = (problem?: string) => {
      socket.destroy()
      resolve(problem)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end('no answer within 10 s'))
    socket.once('error', (error) => end(codeOf(error)))
  })
}

function checkCertificate(check: string, host: string, port: number): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = connectSecurely({ host, port, servername: host, timeout: timeoutMs })
    const end = (finding: Finding) => {
      socket.destroy()
      resolve(finding)
    }
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      end(ok(check, `valid until ${valid_to}`))
    })
    socket.once('timeout', () => end(badCertificate(check, host, 'no answer within 10 s')))
    socket.once('error', (error) => end(badCertificate(check, host, codeOf(error))))
  })
}

const certificateReasons: Record<string, string> = {
  CERT_HAS_EXPIRED: 'It has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'It belongs to another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'It is signed by nobody but itself.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'It comes from an authority this machine does not know, such as one of your company.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The server does not send the whole chain, or its authority is not known here.',
}

function badCertificate(check: string, host: string, code: string): Finding {
  return failed(check, {
    what: `The certificate of ${host} is not accepted (${code}).`,
    why:
      certificateReasons[code] ??
      'The other side does not speak TLS as it should; perhaps the address must begin with http.',
    mend: 'If the authority is your own, name its file in NODE_EXTRA_CA_CERTS. Otherwise the operator has to renew the certificate.',
  })
}

function plainText(check: string, origin: string): Finding {
  return warning(check, {
    what: `${origin} is not encrypted.`,
    why: 'Keys and files can be read on their way.',
    mend: 'Use an address that begins with https; the operator puts a certificate in front of it.',
  })
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}
