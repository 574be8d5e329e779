/** Receivers on loopback that no request for a user may reach, a server that redirects, and a client without protection. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { Agent, interceptors, request } from 'undici'
import { resolveByServers, toLookup } from '../../src/platform/outbound/resolve-host.ts'
import { startDnsServer } from './dns-server.ts'
import { redirectHost, type SsrfTarget, ssrfRecords, ssrfTargets } from './ssrf-targets.ts'

export interface SsrfBench {
  targets: SsrfTarget[]
  /** A URL of the only allowed host, which redirects to `url`. */
  redirectTo(url: string): string
  /** The URLs for which `send` opened a connection to a receiver. */
  reachedBy(urls: readonly string[], send: (url: string) => Promise<unknown>): Promise<string[]>
  /** The same with a client that checks a name, if at all, before it connects, and follows redirects. It is sent to loopback only. */
  reachedWithoutProtection(urls: readonly string[]): Promise<string[]>
  close(): void
}

export async function openSsrfBench(): Promise<SsrfBench> {
  let connections = 0
  const countAndClose = () =>
    createServer((socket) => {
      connections += 1
      socket.on('error', () => {})
      socket.destroy()
    })
  const receivers = [countAndClose(), countAndClose()] as const
  const redirector = createRedirector()
  const port = await listen(receivers[0], '127.0.0.1')
  await listen(receivers[1], '::1', port)
  const redirectPort = await listen(redirector, '127.0.0.1')

  const reachedBy: SsrfBench['reachedBy'] = async (urls, send) => {
    const reached: string[] = []
    for (const url of urls) {
      const before = connections
      await send(url)
      if (connections > before) reached.push(url)
    }
    return reached
  }

  return {
    targets: ssrfTargets(port, redirectPort),
    redirectTo: (url) => `http://${redirectHost}:${redirectPort}/?status=302&to=${encodeURIComponent(url)}`,
    reachedBy,
    async reachedWithoutProtection(urls) {
      const dns = await startDnsServer(ssrfRecords)
      const isLocal = (address: string) =>
        /^(127\.0\.0\.1|0\.0\.0\.0|::1?|::ffff:(127\.0\.0\.1|7f00:1))$/.test(address)
      const lookup = toLookup(async (hostname) =>
        (await resolveByServers(dns.resolver, hostname)).filter(isLocal),
      )
      const agent = new Agent({ connect: { lookup, autoSelectFamily: true, timeout: 2_000 } })
      const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 3 }))
      const reached = await reachedBy(urls, async (url) => {
        await resolveByServers(dns.resolver, new URL(url).hostname)
        await request(url, { dispatcher, method: 'POST', body: '{}' }).catch(() => {})
      })
      await agent.destroy()
      await dns.close()
      return reached
    },
    close() {
      for (const server of [...receivers, redirector]) server.close()
    },
  }
}

function createRedirector(): Server {
  return createHttpServer((incoming, response) => {
    const query = new URL(incoming.url ?? '/', 'http://localhost').searchParams
    const to = query.get('to') ?? ''
    // A header is limited to Latin-1, but the notation of other URLs is kept.
    const location = /^[\t\x20-\x7e]*$/.test(to) ? to : (URL.parse(to)?.href ?? '')
    response.writeHead(Number(query.get('status')), {
      location,
      refresh: `0; url=${location}`,
      'retry-after': '1',
    })
    response.end(`<meta http-equiv="refresh" content="0; url=${location}">`)
  })
}

async function listen(server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
