/** An HTTP server on loopback with responses from the test, which records the requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { Inlet } from '../src/inlet.ts'
import type { ClientOptions } from '../src/options.ts'

export interface Asked {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
  at: number
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Closes the connection instead of responding. */
  isBroken?: boolean
}

export type Answerer = (asked: Asked, count: number) => Reply | Promise<Reply>

export interface Loopback {
  url: string
  port: number
  asked: Asked[]
  /** The requests for a path, without the token endpoint. */
  to(path: string): Asked[]
}

export const tokenPath = '/api/v1/oauth/token'
export const prefix = '/api/v1/developer/import'

/** Issues tokens unless the test does. */
export async function listen(answer: Answerer, { port = 0 } = {}): Promise<Loopback> {
  const asked: Asked[] = []
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await buffer(request),
      at: performance.now(),
    }
    asked.push(one)
    const count = asked.filter((other) => other.path === one.path).length
    const reply = (await answer(one, count)) ?? {}
    if (reply.isBroken) return void request.socket.destroy()
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}))
  }
  // A test may close connections on purpose; then no response can be sent.
  const server = createServer(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    asked,
    to: (path) => asked.filter((one) => one.path.split('?')[0] === path),
  }
}

/** An address without a server. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export const issuedToken = (text = 'token-1', expires_in = 3600): Reply => ({
  body: { access_token: text, token_type: 'bearer', expires_in, scope: '' },
})

/** A service that issues tokens; the test provides all other responses. */
export function listenAsService(answer: Answerer): Promise<Loopback> {
  return listen((asked, count) => (asked.path === tokenPath ? issuedToken() : answer(asked, count)))
}

let clients = 0

/** Each client has its own key, so that no test waits for the call limit of another. */
export function clientOf(service: { url: string }, options: Partial<ClientOptions> = {}): Inlet {
  clients += 1
  return new Inlet({
    baseUrl: service.url,
    clientId: `client-${process.pid}-${clients}`,
    clientSecret: 'secret',
    ...options,
  })
}

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: { error: `A sentence about ${code}.`, code, request_id: 'req-1' },
})
