import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { chooseFetch, findProxy } from './choose-fetch.ts'

/** An HTTP proxy that records which hosts it was asked to connect to. */
async function startProxy() {
  const hosts: string[] = []
  const server = createServer((_request, response) => response.writeHead(501).end())
  server.on('connect', (request, client) => {
    hosts.push(request.url ?? '')
    const [host = '', port = ''] = (request.url ?? '').split(':')
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(client)
      client.pipe(upstream)
    })
    for (const socket of [client, upstream]) socket.on('error', () => {})
  })
  return { url: await listen(server), hosts }
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const startService = () =>
  listen(
    createServer((request, response) => {
      let bytes = 0
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      request.on('end', () => response.end(`${request.headers['content-length']} ${bytes}`))
    }),
  )

it('finds the proxy in either spelling', () => {
  expect(findProxy({})).toBeUndefined()
  expect(findProxy({ HTTPS_PROXY: '' })).toBeUndefined()
  expect(findProxy({ HTTPS_PROXY: 'http://a:1' })).toBe('http://a:1')
  expect(findProxy({ http_proxy: 'http://b:1' })).toBe('http://b:1')
})

it('sends requests and streams through the proxy', async () => {
  const proxy = await startProxy()
  const service = await startService()
  const send = chooseFetch({ HTTP_PROXY: proxy.url })
  const body = new Blob(['x'.repeat(100_000)]).stream()
  const headers = { 'content-length': '100000' }
  const answer = await send(service, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  expect(await answer.text()).toBe('100000 100000')
  expect(proxy.hosts).toEqual([new URL(service).host])
})

it('connects directly to the hosts of NO_PROXY', async () => {
  const proxy = await startProxy()
  const service = await startService()
  const send = chooseFetch({ http_proxy: proxy.url, no_proxy: 'localhost,127.0.0.1' })
  expect((await send(service)).status).toBe(200)
  expect(proxy.hosts).toEqual([])
})

it.each(['proxy.example:3128', 'socks5://proxy.example', 'not an address'])(
  'rejects the proxy "%s"',
  (https_proxy) => {
    expect(() => chooseFetch({ https_proxy })).toThrow('HTTPS_PROXY must be an address such as')
  },
)
