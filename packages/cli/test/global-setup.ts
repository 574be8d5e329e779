/** Starts a complete Inlet for the tests of the command line, and builds the package for publishing. */
import type { TestProject } from 'vitest/node'
import { buildCli } from '../../../scripts/cli/build-cli.ts'
import { adminOf } from '../../../scripts/programs/admin-of.ts'
import { startSystem } from '../../../scripts/system.ts'
import { type Key, makeKey } from './admin.ts'

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string
    /** The environment for additional processes of the system. */
    systemEnv: Record<string, string>
    workerPids: number[]
    /** With a call limit that no test reaches. */
    key: Key
  }
}

export default async function setup(project: TestProject) {
  buildCli()
  const system = await startSystem({
    apis: 1,
    workers: 1,
    // The tests serve the files of imports from links.
    env: { INLET_DOWNLOAD_ALLOWED: '127.0.0.1' },
  })
  try {
    const [baseUrl = ''] = system.apiUrls
    const admin = adminOf(system.env)
    const team = await admin('team', 'create', 'CLI')
    await admin('user', 'create', 'cli@example.org', '--team', String(team['id']), '--role', 'full')
    const key = await makeKey(system.env, '--limit', '1000')
    project.provide('baseUrl', baseUrl)
    project.provide('systemEnv', system.env)
    project.provide(
      'workerPids',
      system.workers.flatMap(({ pid }) => pid ?? []),
    )
    project.provide('key', key)
  } catch (error) {
    await system.stop()
    throw error
  }
  return () => system.stop()
}
