/** A webhook receiver on this machine. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Received {
  at: number
  headers: Record<string, string>
  body: string
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string
  delayMs?: number
}

export interface Receiver {
  url: string
  received: Received[]
  /** The most requests that were open at the same time. */
  mostAtOnce: number
  /** What it answers from now on. */
  reply: Reply
  waitFor(count: number, timeoutMs?: number): Promise<void>
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  let open = 0
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    open += 1
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    receiver.received.push({ at: Date.now(), headers: singles(request.headers), body })
    const { status, headers = {}, body: text = '', delayMs = 0 } = receiver.reply
    await sleep(delayMs)
    response.writeHead(status, headers).end(text)
    open -= 1
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    mostAtOnce: 0,
    reply: { status: 204 },
    async waitFor(count, timeoutMs = 30_000) {
      const deadline = Date.now() + timeoutMs
      while (receiver.received.length < count) {
        if (Date.now() > deadline)
          throw new Error(`Only ${receiver.received.length} of ${count} requests arrived.`)
        await sleep(50)
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

const singles = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
