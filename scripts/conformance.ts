/**
 * Runs the conformance suite. Without INLET_BASE_URL it starts a complete system: two api and two
 * worker processes on real services. `--only TOK,PRJ` selects groups.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { binPath, startSystem } from './system.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { only: { type: 'string' } } })

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
      ...(groups ? ['--testNamePattern', `(${groups.join('|')})(-|\\b)`] : []),
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
  // The receivers of webhooks are on this machine.
  const system = await startSystem({
    apis: 2,
    workers: 2,
    env: { INLET_OUTBOUND_ALLOWED: '127.0.0.0/8' },
  })
  try {
    process.exitCode = await runSuite(
      {
        ...system.env,
        INLET_BASE_URL: system.apiUrls.join(','),
        INLET_ADMIN: JSON.stringify([process.execPath, binPath('admin')]),
      },
      ['acceptance', 'inside'],
    )
  } finally {
    await system.stop()
  }
}
