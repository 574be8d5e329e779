/** An HTTP server on the loopback interface. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'

export type Asked = {
  readonly path: string
  readonly body: unknown
  readonly authorization: string | undefined
}
export type Handler = (asked: Asked, response: ServerResponse, count: number) => void

export async function startServer(handler: Handler) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const each = { path: request.url ?? '', body, authorization: request.headers.authorization }
      asked.push(each)
      handler(each, response, asked.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const stop = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { baseUrl: `http://127.0.0.1:${address.port}`, asked, stop }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request) text += String(part)
  return text === '' ? null : JSON.parse(text)
}

export function answerJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export function textOf(body: unknown): string {
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'text') : undefined
  return typeof text === 'string' ? text : ''
}
