/** A complete api in this process, on a database of its own, reached over HTTP. */
import { pino } from 'pino'
import { type Deps, openDeps } from '../../src/app/deps.ts'
import { buildHttp } from '../../src/app/http.ts'
import { testConfig } from './config.ts'
import { createTestDatabase } from './database.ts'

export interface TestApp {
  url: string
  databaseUrl: string
  deps: Deps
  /** Moves the clock that token expiry is checked against. */
  advanceClock(ms: number): void
  close(): Promise<void>
}

/** Browser tests must know the port in advance, because it is part of the public URL. */
export async function startTestApp(overrides: Record<string, string> = {}, port = 0): Promise<TestApp> {
  const database = await createTestDatabase()
  const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'fatal' })
  let offsetMs = 0
  const deps = await openDeps(testConfig(database.url, overrides), {
    name: 'inlet-test',
    role: 'enqueue',
    log,
    now: () => Date.now() + offsetMs,
  })
  const app = await buildHttp(deps)
  const url = await app.listen({ host: '127.0.0.1', port })
  return {
    url,
    databaseUrl: database.url,
    deps,
    advanceClock: (ms) => {
      offsetMs += ms
    },
    async close() {
      await app.close()
      await deps.close()
      await database.drop()
    },
  }
}
