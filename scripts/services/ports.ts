import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { DaemonExited, ServiceError } from './errors.ts'

const host = '127.0.0.1'
const attempts = 6

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/**
 * The first preferred port that is free, or a random one below 32768. From there on the kernel assigns
 * the local ports of outgoing connections, which could take the port before we bind it.
 */
export async function pickPort(wanted: readonly number[]): Promise<number> {
  for (const port of wanted) if (await isPortFree(port)) return port
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(20_000, 30_000)
    if (await isPortFree(port)) return port
  }
  throw new ServiceError('no free port between 20000 and 30000 on 127.0.0.1')
}

/** Another process may take the port between the check and the bind; then retry on another one. */
export async function startOnFreePort(
  wanted: readonly number[],
  start: (port: number) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const port = await pickPort(wanted)
    try {
      await start(port)
      return
    } catch (error) {
      const portWasTaken = error instanceof DaemonExited && !(await isPortFree(port))
      if (!portWasTaken || attempt === attempts) throw error
    }
  }
}
