/** An HTTP server on loopback that files are imported from, as well or as badly as a test wants. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Respond = (request: IncomingMessage, response: ServerResponse) => void

export interface SourceServer {
  url: string
  /** The responses by path; 404 for others. */
  paths: Map<string, Respond>
  requests: { path: string; range: string | undefined }[]
  /** The number of connections of the path that were closed before their response ended. */
  cutOff: number
  close(): Promise<void>
}

export async function startSourceServer(address = '127.0.0.1'): Promise<SourceServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    source.requests.push({ path, range: request.headers.range })
    response.on('close', () => {
      if (!response.writableFinished) source.cutOff += 1
    })
    const respond = source.paths.get(path)
    if (respond) respond(request, response)
    else response.writeHead(404).end('not here')
  })
  const source: SourceServer = {
    url: '',
    paths: new Map(),
    requests: [],
    cutOff: 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, address)
  await once(server, 'listening')
  source.url = `http://${address}:${(server.address() as AddressInfo).port}`
  return source
}

export const send =
  (content: Buffer | string, headers: Record<string, string> = {}): Respond =>
  (_, response) =>
    response.writeHead(200, { 'content-length': String(Buffer.byteLength(content)), ...headers }).end(content)

export const redirect =
  (location: string, status = 302): Respond =>
  (_, response) =>
    response.writeHead(status, { location }).end()

/** Declares the whole length, but closes the connection after `bytes`. */
export const cut =
  (content: Buffer, bytes: number, headers: Record<string, string> = {}): Respond =>
  (_, response) => {
    response.writeHead(200, { 'content-length': String(content.length), ...headers })
    response.write(content.subarray(0, bytes), () => response.destroy())
  }

/** Sends `bytes`, then nothing, and keeps the connection open. */
export const stall =
  (content: Buffer, bytes: number): Respond =>
  (_, response) => {
    response.writeHead(200, { 'content-length': String(content.length) })
    response.write(content.subarray(0, bytes))
  }

/** Sends ranges under a strong ETag; each response ends after `bytesEach`. */
export const flaky =
  (content: Buffer, bytesEach: number, etag = '"v1"'): Respond =>
  (request, response) => {
    const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
    const isResumed = from !== undefined && request.headers['if-range'] === etag
    const start = isResumed ? Number(from) : 0
    const rest = content.subarray(start)
    const range = `bytes ${start}-${content.length - 1}/${content.length}`
    response.writeHead(isResumed ? 206 : 200, {
      etag,
      'content-length': String(rest.length),
      ...(isResumed && { 'content-range': range }),
    })
    if (rest.length <= bytesEach) response.end(rest)
    else response.write(rest.subarray(0, bytesEach), () => response.destroy())
  }
