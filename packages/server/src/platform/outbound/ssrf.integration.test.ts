/** No URL leads to the network of the server. The same URLs without the protection show that they would. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DnsServer, startDnsServer } from '../../../test/harness/dns-server.ts'
import { openSsrfBench, type SsrfBench } from '../../../test/harness/ssrf-bench.ts'
import { redirectHost, ssrfRecords } from '../../../test/harness/ssrf-targets.ts'
import { createAllowedDestinations } from './allowed-destinations.ts'
import { createDownloads } from './downloads.ts'
import { OutboundFailure } from './failure.ts'
import { createOutbound } from './outbound.ts'
import { resolveByServers } from './resolve-host.ts'

let bench: SsrfBench
let dns: DnsServer
beforeAll(async () => {
  bench = await openSsrfBench()
})
afterAll(() => bench.close())

const refusals = ['refused_url', 'refused_address', 'no_address']
const isOfRedirector = (url: string) => url.startsWith(`http://${redirectHost}:`)
const urlsOf = (isWanted: (target: { isLoopback: boolean }) => boolean = () => true) =>
  bench.targets.filter(isWanted).map(({ url }) => url)

/** A name server for each test, because the answers for some names change. */
async function settings() {
  dns = await startDnsServer(ssrfRecords)
  return {
    allowed: createAllowedDestinations([redirectHost]),
    resolveHost: (hostname: string) => resolveByServers(dns.resolver, hostname),
  }
}

it('a request reaches no internal target', async () => {
  const outbound = createOutbound(await settings())
  const unexpected: unknown[] = []
  const reached = await bench.reachedBy(urlsOf(), async (url) => {
    const result = await outbound.send({ url, method: 'POST', headers: {}, body: '{}', timeoutMs: 5_000 })
    const isExpected =
      result.kind === 'response'
        ? isOfRedirector(url) && result.excerpt === null
        : refusals.includes(result.reason)
    if (!isExpected) unexpected.push({ url, ...result })
  })
  const loopback = urlsOf(({ isLoopback }) => isLoopback)
  const control = await bench.reachedWithoutProtection(loopback)
  process.stdout.write(
    `ssrf targets=${bench.targets.length} reached=${reached.length} control_reached=${control.length}\n`,
  )
  expect(reached).toEqual([])
  expect(unexpected).toEqual([])
  expect(bench.targets.length).toBeGreaterThanOrEqual(130)
  expect(control).toEqual(loopback)
  await outbound.close()
  await dns.close()
})

it('MPU-16 a download reaches no internal target, directly or by a redirect', {
  timeout: 60_000,
}, async () => {
  const unexpected: unknown[] = []
  const reach = async (urls: string[]) => {
    const downloads = createDownloads(await settings())
    const reached = await bench.reachedBy(urls, async (url) => {
      const signal = AbortSignal.timeout(5_000)
      const end = await downloads.open({ url, signal }).catch((error: unknown) => error)
      if (end instanceof OutboundFailure && [...refusals, 'too_many_redirects'].includes(end.reason)) return
      // The redirector itself may be read: its redirects that lead nowhere, and its answer without a redirect.
      if (!isOfRedirector(url) || end instanceof Error) unexpected.push({ url, end })
      else (end as { body: { destroy(): void } }).body.destroy()
    })
    await downloads.close()
    await dns.close()
    return reached
  }
  const redirects = urlsOf().map((url) => bench.redirectTo(url))
  const reached = [...(await reach(urlsOf())), ...(await reach(redirects))]
  const loopback = urlsOf(({ isLoopback }) => isLoopback)
  const control = await bench.reachedWithoutProtection([
    ...loopback,
    ...loopback.map((url) => bench.redirectTo(url)),
  ])
  process.stdout.write(
    `ssrf targets=${bench.targets.length} redirects=${redirects.length} reached=${reached.length} control_reached=${control.length}\n`,
  )
  expect(reached).toEqual([])
  expect(unexpected).toEqual([])
  expect(control.filter((url) => !isOfRedirector(url)).length).toBeGreaterThanOrEqual(80)
  expect(control.filter(isOfRedirector).length).toBeGreaterThanOrEqual(80)
})
