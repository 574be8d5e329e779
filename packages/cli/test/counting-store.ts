/** A proxy to the object store or the upload gateway that counts the bytes of parts, and can be cut off. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface CountingStore {
  url: string
  /** Bytes of parts that have arrived here, whether or not their part was stored. */
  readonly bytes: number
  /** Parts that the store has confirmed. */
  readonly stored: number
  /** The size of those parts together, each counted once. */
  readonly storedBytes: number
  /** Breaks all connections and refuses new ones for some time. */
  cutOff(ms: number): void
}

export async function startCountingStore(target: string): Promise<CountingStore> {
  const { hostname, port } = new URL(target)
  let bytes = 0
  const stored = new Map<string, number>()
  let isCutOff = false
  const server = createServer((asked, answer) => {
    const { method, url = '', headers } = asked
    const query = new URL(url, target).searchParams
    const part = `${query.get('uploadId')} ${query.get('partNumber')}`
    const isPart = method === 'PUT' && query.has('partNumber')
    const passed = request({ hostname, port, method, path: url, headers }, (answered) => {
      if (isPart && answered.statusCode === 200) stored.set(part, Number(headers['content-length']))
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    if (isPart)
      asked.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
    answer.on('close', () => passed.destroy())
  })
  server.on('connection', (socket) => {
    if (isCutOff) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bytes() {
      return bytes
    },
    get stored() {
      return stored.size
    },
    get storedBytes() {
      return stored.values().reduce((sum, one) => sum + one, 0)
    },
    cutOff(ms) {
      isCutOff = true
      server.closeAllConnections()
      setTimeout(() => {
        isCutOff = false
      }, ms)
    },
  }
}
