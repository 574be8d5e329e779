/** A test app with one API key and one project, ready for imports. */
import { startTestApp, type TestApp } from './app.ts'
import { makeProject } from './imports.ts'
import { makeCaller } from './people.ts'

export interface ImportApp {
  app: TestApp
  token: string
  projectId: number
}

export async function startImportApp(settings: Record<string, string> = {}): Promise<ImportApp> {
  const app = await startTestApp(settings)
  const { token } = await makeCaller(app)
  return { app, token, projectId: await makeProject(app.url, token) }
}
