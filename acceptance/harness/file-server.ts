/** A server on this machine that files are imported from. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FileReply {
  status?: number
  headers?: Record<string, string>
  body?: Uint8Array | string
}

export interface FileServer {
  url: string
  /** By path; 404 for others. */
  replies: Map<string, FileReply>
  requests: string[]
  close(): Promise<void>
}

export async function startFileServer(address = '127.0.0.1'): Promise<FileServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    files.requests.push(pathname)
    const { status = 200, headers = {}, body = '' } = files.replies.get(pathname) ?? { status: 404 }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const files: FileServer = {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    replies: new Map(),
    requests: [],
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return files
}
