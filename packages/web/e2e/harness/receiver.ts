/** A server on loopback that receives webhooks. The system of the tests may send requests there. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  headers: Record<string, string>
  body: string
}

export interface Receiver {
  url: string
  received: ReceivedRequest[]
  /** What it answers from now on. */
  status: number
}

/** Closed after the test. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      receiver.received.push({ headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(receiver.status).end('ok')
    })
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}
