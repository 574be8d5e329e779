/**
 * Runs the conformance suite. Without INLET_BASE_URL it starts a complete system: two api and two worker processes and an
 * upload gateway on real services. One api uses the gateway where it must, the other for every upload. `--only TOK,PRJ`
 * selects groups. With `--gateway` the store refuses forms, and all uploads go through the gateway.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { programPath } from './programs/program-path.ts'
import { startStoreWithoutForms } from './store-proxies.ts'
import { startSystem } from './system.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { only: { type: 'string' }, gateway: { type: 'boolean' } } })

const testFiles = ['acceptance/tests/*.test.ts', 'packages/server/src/**/*.contract.integration.test.ts']

/** The set-up of a file runs even if all of its tests are skipped, so files without the groups are left out. */
function selectTests(groups: string[]): string[] {
  const title = `(${groups.join('|')})(-|\\b)`
  const files = globSync(testFiles, { cwd: root })
  const named = files.filter((file) => new RegExp(title).test(readFileSync(join(root, file), 'utf8')))
  return ['--testNamePattern', title, ...named]
}

async function runSuite(env: Record<string, string>, projects: string[]): Promise<number> {
  const groups = values.only?.split(',').map((group) => group.trim())
  const child = spawn(
    join(root, 'node_modules/.bin/vitest'),
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter',
      'default',
      '--reporter',
      join(root, 'acceptance/requirements-reporter.ts'),
      ...(groups ? selectTests(groups) : []),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, INLET_ONLY: groups?.join(',') ?? '' } },
  )
  const forward = () => child.kill('SIGTERM')
  process.once('SIGINT', forward)
  process.once('SIGTERM', forward)
  await once(child, 'exit')
  return child.exitCode ?? 1
}

if (process.env['INLET_BASE_URL']) {
  process.exitCode = await runSuite({}, ['acceptance'])
} else {
  // The receivers of webhooks and the servers of imported files are on this machine. Those on 127.0.0.2 stand for what an
  // operator has not allowed.
  const system = await startSystem({
    apis: 2,
    workers: 2,
    hasGateway: true,
    env: { INLET_OUTBOUND_ALLOWED: '127.0.0.0/8', INLET_DOWNLOAD_ALLOWED: '127.0.0.1' },
    ...(values.gateway
      ? { proxyStore: startStoreWithoutForms }
      : { apiEnv: (i): Record<string, string> => (i === 1 ? { INLET_GATEWAY: 'always' } : {}) }),
  })
  try {
    process.exitCode = await runSuite(
      {
        ...system.env,
        INLET_BASE_URL: system.apiUrls.join(','),
        INLET_ADMIN: JSON.stringify([process.execPath, programPath('admin')]),
      },
      // Tests from inside upload to the store themselves.
      values.gateway ? ['acceptance'] : ['acceptance', 'inside'],
    )
  } finally {
    await system.stop()
  }
}
