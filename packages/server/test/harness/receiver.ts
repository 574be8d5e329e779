/** An HTTP server on loopback that receives webhooks. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  path: string
  headers: Record<string, string>
  body: string
  at: number
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Never answers. */
export const silence = 'silence'

export interface Receiver {
  url: string
  received: ReceivedRequest[]
  /** What it answers from now on; 200 at first. */
  reply: (request: ReceivedRequest) => Reply | typeof silence | Promise<Reply>
  /** Requests for a path. */
  on(path: string): ReceivedRequest[]
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => void answer(request, response))
  const receiver: Receiver = {
    url: '',
    received: [],
    reply: () => ({ status: 200 }),
    on: (path) => receiver.received.filter((one) => one.path === path),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const received: ReceivedRequest = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
      at: Date.now(),
    }
    receiver.received.push(received)
    const reply = await receiver.reply(received)
    if (reply === silence) return
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}
