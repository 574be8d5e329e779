import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { waitUntilReady } from './wait-until-ready.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(answer: () => { status: number; body: object }): Promise<string> {
  const server = createServer((_request, response) => {
    const { status, body } = answer()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ready = { status: 200, body: { status: 'ready' } }
const quick = { graceMs: 0, everyMs: 5 }

it('names the check that fails, and ends when it succeeds', async () => {
  let isReady = false
  const broken = {
    status: 503,
    body: { checks: { database: { ok: true }, storage: { ok: false, detail: 'X' } } },
  }
  const url = await serve(() => (isReady ? ready : broken))
  const said: string[][] = []
  await waitUntilReady([{ name: 'worker', url }], {
    ...quick,
    onWaiting(reasons) {
      said.push(reasons)
      isReady = true
    },
  })
  expect(said).toEqual([['The worker is not ready: storage (X).']])
})

it('waits for a worker that does not answer although the api is ready', async () => {
  const api = { name: 'api', url: await serve(() => ready) }
  const worker = { name: 'worker', url: 'http://127.0.0.1:1' }
  const said: string[][] = []
  const waiting = waitUntilReady([api, worker], {
    ...quick,
    onWaiting(reasons) {
      said.push(reasons)
      worker.url = api.url
    },
  })
  await waiting
  expect(said).toEqual([['The worker does not answer. If it crashed, its last log lines say why.']])
})
