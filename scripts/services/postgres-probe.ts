import { once } from 'node:events'
import { connect } from 'node:net'
import { findProgram } from './packages.ts'
import { run } from './run.ts'

/** Whether the database answers a query or, without psql (services in containers), accepts connections. */
export async function answersSql(databaseUrl: string): Promise<boolean> {
  return (await sqlProblem(databaseUrl)) === undefined
}

export async function sqlProblem(databaseUrl: string): Promise<string | undefined> {
  try {
    const url = new URL(databaseUrl)
    const psql = findProgram('psql')
    if (!psql) {
      await connectOnce(url)
      return undefined
    }
    // Passed by environment, because every user of the machine can read process arguments.
    const env = { PGPASSWORD: decodeURIComponent(url.password), PGCONNECT_TIMEOUT: '5' }
    url.password = ''
    await run([psql, '--no-psqlrc', '-qAt', '-c', 'SELECT 1', '-d', url.href], { env, timeoutMs: 10_000 })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function connectOnce(url: URL): Promise<void> {
  const socket = connect({ host: url.hostname, port: Number(url.port || 5432), timeout: 5_000 })
  try {
    await Promise.race([
      once(socket, 'connect'),
      once(socket, 'timeout').then(() => {
        throw new Error('no answer')
      }),
    ])
  } finally {
    socket.destroy()
  }
}
