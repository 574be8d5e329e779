/** Proxies to a real server that inject faults. */
import { createServer, request, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net'
import { onTestFinished } from 'vitest'

/** Forwards everything, with a shifted Date header. */
export async function startShiftedClock(target: string, shiftMs: number): Promise<string> {
  const date = () => new Date(Date.now() + shiftMs).toUTCString()
  return startForwarder(target, { headers: () => ({ date: date() }) })
}

export interface Recorder {
  url: string
  /** The path and query of every request, without tokens. */
  asked: string[]
}

/** Records the requests. `isOld` makes the service one that does not know `wait`, and has no event log and no batches. */
export async function startRecorder(target: string, { isOld = false } = {}): Promise<Recorder> {
  const asked: string[] = []
  const url = await startForwarder(target, {
    path(path) {
      if (!path.endsWith('/token')) asked.push(path)
      if (!isOld) return path
      return path
        .replace(/([?&])wait=\d+&?/, '$1')
        .replace('/developer/events', '/developer/none')
        .replace('/import/batch', '/import/none')
    },
  })
  return { url, asked }
}

interface Changes {
  path?: (path: string) => string
  headers?: () => Record<string, string>
}

async function startForwarder(
  target: string,
  { path: toPath = (path) => path, headers: toHeaders = () => ({}) }: Changes,
): Promise<string> {
  const server = createServer((asked, answer) => {
    const { hostname, port } = new URL(target)
    const { method, url = '', headers } = asked
    const path = toPath(url)
    const passed = request({ hostname, port, method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, { ...answered.headers, ...toHeaders() })
      answered.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
    answer.on('close', () => passed.destroy())
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return listen(server)
}

export interface StoreProxy {
  url: string
  /** Uploads since the last call of `expect`. */
  readonly uploads: number
  /** Starts counting again, with the faults of the next test. */
  expect(faults: StoreFaults): void
}

export interface StoreFaults {
  /** Uploads, counted from 1, whose connection is cut after some bytes. */
  cut?: readonly number[]
  /** Uploads whose content arrives damaged. */
  damage?: readonly number[]
}

/**
 * A TCP proxy to an object store. An upload is detected by its request line, since a connection may carry several. Only
 * content far behind the form fields is damaged, and its length does not change.
 */
export async function startStoreProxy(target: string): Promise<StoreProxy & { close(): void }> {
  const { hostname, port } = new URL(target)
  let uploads = 0
  let faults: StoreFaults = {}
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
      if (faults.cut?.includes(current) && passed > 100_000) return void near.destroy()
      if (faults.damage?.includes(current) && passed > 100_000 && passed < 200_000) {
        data = Buffer.from(bytes)
        // A NUL is invalid anywhere in a CSV.
        data.fill(0, 0, Math.min(data.length, 50))
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
  return {
    url: await listen(server),
    get uploads() {
      return uploads
    },
    expect(next) {
      uploads = 0
      faults = next
    },
    close: () => void server.close(),
  }
}

async function listen(server: Server | TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
