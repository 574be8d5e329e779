/** No URL leads to the network of the server. The same URLs without the protection show that they would. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { Agent, interceptors, request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDnsServer } from '../../../test/harness/dns-server.ts'
import {
  redirectHost,
  type SsrfTarget,
  ssrfRecords,
  ssrfTargets,
} from '../../../test/harness/ssrf-targets.ts'
import { createAllowedDestinations } from './allowed-destinations.ts'
import { createOutbound } from './outbound.ts'
import { resolveByServers, toLookup } from './resolve-host.ts'

let connections = 0
const countAndClose = () =>
  createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.destroy()
  })
const receivers = [countAndClose(), countAndClose()] as const
const redirector = createHttpServer((incoming, response) => {
  const query = new URL(incoming.url ?? '/', 'http://localhost').searchParams
  const to = query.get('to') ?? ''
  response.writeHead(Number(query.get('status')), {
    location: to,
    refresh: `0; url=${to}`,
    'retry-after': '1',
  })
  response.end(`<meta http-equiv="refresh" content="0; url=${to}">`)
})
let targets: SsrfTarget[] = []

async function listen(server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const port = await listen(receivers[0], '127.0.0.1')
  await listen(receivers[1], '::1', port)
  targets = ssrfTargets(port, await listen(redirector, '127.0.0.1'))
})

afterAll(() => {
  for (const server of [...receivers, redirector]) server.close()
})

/** The URLs for which `send` opened a connection to a receiver. */
async function reachedBy(urls: string[], send: (url: string) => Promise<unknown>): Promise<string[]> {
  const reached: string[] = []
  for (const url of urls) {
    const before = connections
    await send(url)
    if (connections > before) reached.push(url)
  }
  return reached
}

it('reaches no internal target', async () => {
  const dns = await startDnsServer(ssrfRecords)
  const outbound = createOutbound({
    allowed: createAllowedDestinations([redirectHost]),
    resolveHost: (hostname) => resolveByServers(dns.resolver, hostname),
  })
  const isRedirect = (url: string) => url.startsWith(`http://${redirectHost}:`)
  const unexpected: unknown[] = []
  const reached = await reachedBy(
    targets.map(({ url }) => url),
    async (url) => {
      const result = await outbound.send({ url, method: 'POST', headers: {}, body: '{}', timeoutMs: 5_000 })
      const isExpected =
        result.kind === 'response'
          ? isRedirect(url) && result.excerpt === null
          : ['refused_url', 'refused_address', 'no_address'].includes(result.reason)
      if (!isExpected) unexpected.push({ url, ...result })
    },
  )
  const control = await reachedWithoutProtection()
  process.stdout.write(
    `ssrf targets=${targets.length} reached=${reached.length} control_reached=${control.length}\n`,
  )
  expect(reached).toEqual([])
  expect(unexpected).toEqual([])
  expect(targets.length).toBeGreaterThanOrEqual(130)
  expect(control).toEqual(targets.filter(({ isLoopback }) => isLoopback).map(({ url }) => url))
  await outbound.close()
  await dns.close()
})

/** A client that checks a name, if at all, before it connects, and follows redirects. It is sent to loopback only. */
async function reachedWithoutProtection(): Promise<string[]> {
  const dns = await startDnsServer(ssrfRecords)
  const isLocal = (address: string) =>
    /^(127\.0\.0\.1|0\.0\.0\.0|::1?|::ffff:(127\.0\.0\.1|7f00:1))$/.test(address)
  const lookup = toLookup(async (hostname) =>
    (await resolveByServers(dns.resolver, hostname)).filter(isLocal),
  )
  const agent = new Agent({ connect: { lookup, autoSelectFamily: true, timeout: 2_000 } })
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 3 }))
  const local = targets.filter(({ isLoopback }) => isLoopback).map(({ url }) => url)
  const reached = await reachedBy(local, async (url) => {
    await resolveByServers(dns.resolver, new URL(url).hostname)
    await request(url, { dispatcher, method: 'POST', body: '{}' }).catch(() => {})
  })
  await agent.destroy()
  await dns.close()
  return reached
}
