/** Requests to real servers on loopback, where one address stands for a public one: tests contact no other machine. */
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCertificate } from '../../../test/harness/certificate.ts'
import { type DnsServer, startDnsServer } from '../../../test/harness/dns-server.ts'
import { createAllowedDestinations } from './allowed-destinations.ts'
import { createOutbound, type Outbound, type OutboundRequest } from './outbound.ts'
import { resolveByServers } from './resolve-host.ts'

const publicAddress = '127.0.0.9'
const listedAddress = '127.0.0.8'
const privateAddress = '127.0.0.1'

vi.mock(import('./address-policy.ts'), async (original) => {
  const policy = await original()
  return {
    ...policy,
    isPublicAddress: (address) => address === '127.0.0.9' || policy.isPublicAddress(address),
  }
})

const trusted = createCertificate('hooks.test')
const untrusted = createCertificate('untrusted.test')
const defaultCertificates = getCACertificates('default')
const cleanups: (() => unknown)[] = []
let dns: DnsServer
let outbound: Outbound

beforeAll(async () => {
  setDefaultCACertificates([...defaultCertificates, trusted.cert])
  dns = await startDnsServer({})
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

afterAll(async () => {
  setDefaultCACertificates(defaultCertificates)
  await dns.close()
})

function start(allowed: string[] = []): Outbound {
  const created = createOutbound({
    allowed: createAllowedDestinations(allowed),
    resolveHost: (hostname) => resolveByServers(dns.resolver, hostname),
  })
  cleanups.push(() => created.close())
  return created
}

interface Receiver {
  port: number
  /** Open and closed ones. */
  connections: Socket[]
}

async function listen(server: Server, address: string, port = 0): Promise<Receiver> {
  const connections: Socket[] = []
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {})
    connections.push(socket)
  })
  server.listen(port, address)
  await once(server, 'listening')
  cleanups.push(() => {
    server.close()
    for (const socket of connections) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, connections }
}

const receive = (
  listener: RequestListener,
  { address = publicAddress, port = 0, certificate = trusted } = {},
) => listen(createHttpsServer(certificate, listener), address, port)

const receiveHttp = (listener: RequestListener, address: string, port = 0) =>
  listen(createHttpServer(listener), address, port)

function post(url: string, more: Partial<OutboundRequest> = {}) {
  return outbound.send({ url, method: 'POST', headers: {}, body: '{}', ...more })
}

describe('send', () => {
  it('keeps the host name for TLS and in the Host header', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    const seen: unknown[] = []
    const { port } = await receive((incoming, response) => {
      const { servername } = incoming.socket as TLSSocket & { servername?: string }
      incoming.on('data', (body) => {
        seen.push({ servername, host: incoming.headers.host, url: incoming.url, body: String(body) })
        response.writeHead(503, { 'retry-after': '120' }).end('try later')
      })
    })
    const result = await post(`https://hooks.test:${port}/path?x=1`, { body: '{"a":1}' })
    expect(result).toEqual({
      kind: 'response',
      status: 503,
      retryAfter: '120',
      excerpt: 'try later',
      durationMs: expect.any(Number),
    })
    expect(seen).toEqual([
      { servername: 'hooks.test', host: `hooks.test:${port}`, url: '/path?x=1', body: '{"a":1}' },
    ])
  })

  it('refuses a certificate for another host name and one that is not trusted', async () => {
    outbound = start()
    dns.records.set('other.test', [publicAddress])
    dns.records.set('untrusted.test', [publicAddress])
    const ok: RequestListener = (_, response) => response.end()
    const first = await receive(ok)
    const second = await receive(ok, { certificate: untrusted })
    expect(await post(`https://other.test:${first.port}/`)).toMatchObject({
      reason: 'tls_failed',
      message: 'The certificate is for another host name.',
    })
    expect(await post(`https://untrusted.test:${second.port}/`)).toMatchObject({
      reason: 'tls_failed',
      message: 'The certificate is not trusted.',
    })
  })

  it('does not follow a redirect', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    const inside = await receiveHttp((_, response) => response.end(), privateAddress)
    const { port } = await receive((_, response) => {
      response.writeHead(302, { location: `http://${privateAddress}:${inside.port}/` }).end('moved')
    })
    expect(await post(`https://hooks.test:${port}/`)).toMatchObject({ status: 302, excerpt: 'moved' })
    expect(inside.connections).toEqual([])
  })

  it('reports a refused connection and a response that is not HTTP without an address', async () => {
    outbound = start([`${listedAddress}/32`])
    dns.records.set('hooks.test', [listedAddress])
    const closed = await receiveHttp(() => {}, listedAddress)
    await cleanups.pop()?.()
    const { port } = await listen(
      createServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))),
      listedAddress,
    )
    const refused = await post(`http://hooks.test:${closed.port}/`)
    expect(refused).toMatchObject({ reason: 'connection_failed', message: 'The connection was refused.' })
    expect(await post(`http://hooks.test:${port}/`)).toMatchObject({ reason: 'invalid_response' })
    expect(await post(`https://hooks.test:${port}/`)).toMatchObject({ reason: 'tls_failed' })
    expect(await post('https://unknown.test/')).toMatchObject({ reason: 'no_address' })
  })

  it('throws for a header that cannot be sent', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    await expect(post('https://hooks.test/', { headers: { a: 'line\nbreak' } })).rejects.toThrow(/header/)
  })
})

describe('limits', () => {
  it('reads 64 KiB of an endless response and closes the connection', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    let sentBytes = 0
    const closed = Promise.withResolvers<void>()
    const { port } = await receive((_, response) => {
      const send = () => {
        do sentBytes += 4096
        while (response.write('x'.repeat(4096)))
      }
      response.on('drain', send).on('close', () => closed.resolve())
      send()
    })
    const result = await post(`https://hooks.test:${port}/`)
    expect(result).toMatchObject({ kind: 'response', status: 200, excerpt: 'x'.repeat(1024) })
    await closed.promise
    process.stdout.write(`outbound endless response: sent_bytes=${sentBytes} ms=${result.durationMs}\n`)
  })

  it('keeps the connection after a response of less than 64 KiB', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    const { port, connections } = await receive((_, response) => response.end('é'.repeat(30_000)))
    const result = await post(`https://hooks.test:${port}/`)
    expect(result).toMatchObject({ excerpt: 'é'.repeat(512) })
    await post(`https://hooks.test:${port}/`)
    expect(connections).toHaveLength(1)
  })

  it('opens at most eight connections to a host', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    const { port, connections } = await receive((_, response) => void sleep(50).then(() => response.end()))
    const results = await Promise.all(Array.from({ length: 30 }, () => post(`https://hooks.test:${port}/`)))
    expect(results.map(({ kind }) => kind)).toEqual(Array(30).fill('response'))
    expect(connections.length).toBeLessThanOrEqual(8)
  })

  it('closes an idle connection after a few seconds, whatever the server offers', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    const { port, connections } = await receive((_, response) => {
      response.setHeader('keep-alive', 'timeout=600').end()
    })
    await post(`https://hooks.test:${port}/`)
    const [connection] = connections
    if (!connection) throw new Error('There is no connection.')
    await once(connection, 'close', { signal: AbortSignal.timeout(10_000) })
  })
})

describe('deadlines', () => {
  const waits: [string, Server][] = [
    ['never accepts the TLS handshake', createServer(() => {})],
    ['never answers', createHttpsServer(trusted, () => {})],
    [
      'never ends its headers',
      createHttpsServer(trusted, (incoming) => drip(incoming.socket, 'HTTP/1.1 200 OK\r\na: b')),
    ],
    [
      'never ends its body',
      createHttpsServer(trusted, (incoming) =>
        drip(incoming.socket, 'HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n'),
      ),
    ],
  ]

  function drip(socket: Socket, start: string): void {
    socket.write(start)
    const timer = setInterval(() => socket.write('x'), 20)
    socket.on('close', () => clearInterval(timer))
  }

  it.each(waits)('ends a request to a server that %s', async (_, server) => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    const { port } = await listen(server, publicAddress)
    const result = await post(`https://hooks.test:${port}/`, { timeoutMs: 400 })
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      message: 'No complete response within 0.4 s.',
    })
    expect(result.durationMs).toBeGreaterThanOrEqual(399)
    expect(result.durationMs).toBeLessThan(3_000)
  })

  it('ends a request to a host whose name server never answers', async () => {
    outbound = start()
    dns.records.set('silent.test', null)
    expect(await post('https://silent.test/', { timeoutMs: 300 })).toMatchObject({ reason: 'timeout' })
    expect(await post('https://silent.test/')).toMatchObject({
      reason: 'timeout',
      message: 'The host name was not resolved in time.',
    })
  })

  it('ends a connection that is not established in time before the deadline', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    const { port } = await listen(createServer(), publicAddress)
    const result = await post(`https://hooks.test:${port}/`)
    expect(result).toMatchObject({
      reason: 'timeout',
      message: 'The connection was not established in time.',
    })
    expect(result.durationMs).toBeLessThan(9_000)
  })

  it('throws the reason of the caller who aborts it', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    dns.records.set('silent.test', null)
    const { port, connections } = await receive(() => {})
    const stop = new Error('stopping')
    await expect(post(`https://hooks.test:${port}/`, { signal: AbortSignal.abort(stop) })).rejects.toBe(stop)
    await expect(post('https://silent.test/', { signal: AbortSignal.timeout(100) })).rejects.toThrow(
      /timeout/,
    )
    const controller = new AbortController()
    const sent = post(`https://hooks.test:${port}/`, { signal: controller.signal })
    await vi.waitFor(() => expect(connections).toHaveLength(1))
    controller.abort(stop)
    await expect(sent).rejects.toBe(stop)
  })
})

describe('the list of the operator', () => {
  const secret: RequestListener = (_, response) => response.end('internal data')

  it('allows http and private addresses, and shows nothing of the response', async () => {
    outbound = start([`${listedAddress}/32`, 'named.test'])
    dns.records.set('hooks.test', [listedAddress])
    dns.records.set('named.test', [privateAddress])
    const { port } = await receiveHttp(secret, listedAddress)
    await receiveHttp(secret, privateAddress, port)
    for (const host of [listedAddress, 'hooks.test', 'named.test'])
      expect(await post(`http://${host}:${port}/`)).toMatchObject({ status: 200, excerpt: null })
  })

  it('finds a listed name with the resolver of the system', async () => {
    outbound = createOutbound({ allowed: createAllowedDestinations(['localhost']) })
    cleanups.push(() => outbound.close())
    const { port } = await receiveHttp(secret, privateAddress)
    expect(await post(`http://localhost:${port}/`)).toMatchObject({ status: 200, excerpt: null })
  })

  it('does not allow http to other hosts, or a mix with other addresses', async () => {
    outbound = start([`${listedAddress}/32`])
    dns.records.set('hooks.test', [publicAddress])
    dns.records.set('mixed.test', [publicAddress, listedAddress])
    const { port, connections } = await receiveHttp(secret, publicAddress)
    expect(await post(`http://hooks.test:${port}/`)).toMatchObject({ reason: 'refused_url' })
    expect(await post(`http://mixed.test:${port}/`)).toMatchObject({ reason: 'refused_address' })
    expect(await post(`http://${privateAddress}:${port}/`)).toMatchObject({ reason: 'refused_url' })
    expect(await post(`https://${privateAddress}:${port}/`)).toMatchObject({ reason: 'refused_address' })
    expect(connections).toEqual([])
  })

  it('does not reuse a connection to a listed address for a host that moves to a public one', async () => {
    outbound = start([`${listedAddress}/32`])
    dns.records.set('hooks.test', [listedAddress])
    const inside = await receive(secret, { address: listedAddress })
    const outside = await receive((_, response) => response.end('public'), { port: inside.port })
    const url = `https://hooks.test:${inside.port}/`
    expect(await post(url)).toMatchObject({ status: 200, excerpt: null })
    dns.records.set('hooks.test', [publicAddress])
    expect(await post(url)).toMatchObject({ status: 200, excerpt: 'public' })
    expect([inside.connections.length, outside.connections.length]).toEqual([1, 1])
  })
})

describe('DNS rebinding', () => {
  it('refuses a host whose address changes between the check and the connection', async () => {
    outbound = start()
    dns.records.set('rebind-once.test', (askedBefore) => [askedBefore === 0 ? publicAddress : privateAddress])
    const inside = await receive((_, response) => response.end(), { address: privateAddress })
    expect(await post(`https://rebind-once.test:${inside.port}/`)).toMatchObject({
      reason: 'refused_address',
    })
    expect(inside.connections).toEqual([])
  })

  it('refuses the next request over an open connection once the name has a private address', async () => {
    outbound = start()
    dns.records.set('hooks.test', [publicAddress])
    let requests = 0
    const count: RequestListener = (_, response) => {
      requests += 1
      response.end()
    }
    const outside = await receive(count)
    const inside = await receive(count, { address: privateAddress, port: outside.port })
    const url = `https://hooks.test:${outside.port}/`
    expect(await post(url)).toMatchObject({ status: 200 })
    dns.records.set('hooks.test', [privateAddress])
    expect(await post(url)).toMatchObject({
      reason: 'refused_address',
      message: 'The host name has an address that is not public.',
    })
    expect(requests).toBe(1)
    expect(inside.connections).toEqual([])
  })
})

it('uses no proxy from the environment', async () => {
  const proxy = await receiveHttp((_, response) => response.end(), privateAddress)
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'])
    vi.stubEnv(name, `http://${privateAddress}:${proxy.port}`)
  cleanups.push(() => vi.unstubAllEnvs())
  outbound = start()
  dns.records.set('hooks.test', [publicAddress])
  const { port } = await receive((_, response) => response.end())
  expect(await post(`https://hooks.test:${port}/`)).toMatchObject({ status: 200 })
  expect(proxy.connections).toEqual([])
})
