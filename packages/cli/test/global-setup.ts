/** A complete Inlet for the tests of the command line, and the package as it is published. */
import type { TestProject } from 'vitest/node'
import { buildCli } from '../../../scripts/cli/build-cli.ts'
import { startSystem } from '../../../scripts/system.ts'
import { Inlet } from '../../sdk/src/index.ts'
import { adminOf, type Key, makeKey } from './admin.ts'
import { makeWav } from './samples.ts'

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string
    /** What further processes of the system need. */
    systemEnv: Record<string, string>
    workerPids: number[]
    /** With an allowance that no test reaches. */
    key: Key
    /** False while the service does not serve surveys. */
    hasSurveys: boolean
    /** False while the service does not transcribe. */
    hasRecordings: boolean
  }
}

export default async function setup(project: TestProject) {
  buildCli()
  const system = await startSystem({ apis: 1, workers: 1 })
  try {
    const [baseUrl = ''] = system.apiUrls
    const admin = adminOf(system.env)
    const team = await admin('team', 'create', 'CLI')
    await admin('user', 'create', 'cli@example.org', '--team', String(team['id']), '--role', 'full')
    const key = await makeKey(system.env, '--limit', '1000')
    const document = await (await fetch(`${baseUrl}/openapi.json`)).text()
    project.provide('baseUrl', baseUrl)
    project.provide('systemEnv', system.env)
    project.provide(
      'workerPids',
      system.workers.flatMap(({ pid }) => pid ?? []),
    )
    project.provide('key', key)
    project.provide('hasSurveys', document.includes('"surveys.initialize"'))
    project.provide('hasRecordings', await canTranscribe(baseUrl, key))
  } catch (error) {
    await system.stop()
    throw error
  }
  return () => system.stop()
}

async function canTranscribe(baseUrl: string, key: Key): Promise<boolean> {
  const inlet = new Inlet({ baseUrl, ...key })
  const { id } = await inlet.projects.create({ name: 'Of the set-up' })
  const handle = inlet.files.import(new File([makeWav(1)], 'probe.wav'), { projectId: id })
  return handle.done().then(
    () => true,
    () => false,
  )
}
