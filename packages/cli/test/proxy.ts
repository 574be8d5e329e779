/** A way to a real server that misbehaves on demand. */
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** Passes everything on, with the clock of the server set off. */
export async function startShiftedClock(target: string, shiftMs: number): Promise<string> {
  const server = createServer((asked, answer) => {
    const { hostname, port } = new URL(target)
    const { method, url: path, headers } = asked
    const passed = request({ hostname, port, method, path, headers }, (answered) => {
      const date = new Date(Date.now() + shiftMs).toUTCString()
      answer.writeHead(answered.statusCode ?? 502, { ...answered.headers, date })
      answered.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  return listen(server)
}

export interface StoreProxy {
  url: string
  /** Uploads that have come. */
  readonly uploads: number
}

export interface StoreFaults {
  /** Uploads, counted from 1, whose connection is cut after some bytes. */
  cut?: readonly number[]
  /** Uploads whose content arrives damaged. */
  damage?: readonly number[]
}

/**
 * TCP to an object store. An upload is recognised by its first line, since a connection may carry several. Only the
 * content is damaged, far behind the form fields, and its length stays.
 */
export async function startStoreProxy(
  target: string,
  { cut = [], damage = [] }: StoreFaults,
): Promise<StoreProxy> {
  const { hostname, port } = new URL(target)
  let uploads = 0
  const server = createTcpServer((near) => {
    const far = connect(Number(port), hostname)
    let current = 0
    let passed = 0
    near.on('data', (bytes: Buffer) => {
      let data = bytes
      if (bytes.subarray(0, 5).toString('latin1') === 'POST ') {
        uploads += 1
        current = uploads
        passed = 0
      }
      passed += bytes.length
      if (cut.includes(current) && passed > 100_000) return void near.destroy()
      if (damage.includes(current) && passed > 100_000 && passed < 200_000) {
        data = Buffer.from(bytes)
        data.fill('"', 0, Math.min(data.length, 50))
      }
      if (!far.write(data)) near.pause()
    })
    far.on('drain', () => near.resume())
    far.pipe(near)
    near.on('end', () => far.end())
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  const url = await listen(server)
  return {
    url,
    get uploads() {
      return uploads
    },
  }
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
