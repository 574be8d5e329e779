/** A complete service for one test file: an api in this process, real workers, and a user with a project. */
import type { ChildProcess } from 'node:child_process'
import type { User } from '../../src/features/team/team.repo.ts'
import { startTestApp, type TestApp } from './app.ts'
import { beginImport, completeImport, type Import, makeProject, uploadTo } from './imports.ts'
import { makeCaller } from './people.ts'
import { startWorkerProcess, stopProcess } from './processes.ts'

export interface ImportOptions {
  kind?: Import['kind']
  projectId?: number
  /** Uploaded with the recording. */
  transcript?: { name: string; content: Blob | string }
}

export interface ImportBench {
  app: TestApp
  /** The owner of the project. */
  user: User
  token: string
  projectId: number
  workers: ChildProcess[]
  startWorker(overrides?: Record<string, string>): ChildProcess
  /** Initializes, uploads and completes an import like a client; its processing is enqueued. */
  importFile(name: string, content: Blob | string, options?: ImportOptions): Promise<Import>
  close(): Promise<void>
}

export interface BenchOptions {
  workers?: number
  /** Settings of the workers only. */
  env?: Record<string, string>
  /** Settings of the api and the workers. */
  settings?: Record<string, string>
}

export async function openImportBench({
  workers = 1,
  env = {},
  settings = {},
}: BenchOptions = {}): Promise<ImportBench> {
  const app = await startTestApp(settings)
  const { token, user } = await makeCaller(app)
  const projectId = await makeProject(app.url, token)
  const bench: ImportBench = {
    app,
    user,
    token,
    projectId,
    workers: [],
    startWorker(overrides = {}) {
      const worker = startWorkerProcess(app.databaseUrl, { ...settings, ...env, ...overrides })
      bench.workers.push(worker)
      return worker
    },
    async importFile(name, content, { kind = 'files', projectId: into = projectId, transcript } = {}) {
      const one = await beginImport(app.url, token, into, kind, name, transcript?.name)
      const uploaded = await uploadTo(one, content)
      if (uploaded >= 300) throw new Error(`The upload of ${name} failed with status ${uploaded}.`)
      if (transcript && one.transcript) {
        const sent = await uploadTo({ descriptor: one.transcript }, transcript.content)
        if (sent >= 300) throw new Error(`The upload of ${transcript.name} failed with status ${sent}.`)
      }
      const completed = await completeImport(app.url, token, one)
      if (completed >= 300) throw new Error(`Completing ${name} failed with status ${completed}.`)
      return one
    },
    async close() {
      await Promise.all(bench.workers.map((worker) => stopProcess(worker)))
      await app.close()
    },
  }
  for (let i = 0; i < workers; i += 1) bench.startWorker()
  return bench
}
