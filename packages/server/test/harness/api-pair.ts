/** Two api processes on one database, for tests of concurrent calls. */
import { startTestApp, type TestApp } from './app.ts'
import { startApiProcess } from './processes.ts'

export interface ApiPair {
  app: TestApp
  /** Alternates between the two processes. */
  urlOf: (i: number) => string
  close(): Promise<void>
}

export async function startApiPair(): Promise<ApiPair> {
  const app = await startTestApp()
  const apis = await Promise.all([startApiProcess(app.databaseUrl), startApiProcess(app.databaseUrl)])
  return {
    app,
    urlOf: (i) => apis[i % apis.length]?.url ?? '',
    async close() {
      await Promise.all(apis.map((api) => api.stop()))
      await app.close()
    },
  }
}
