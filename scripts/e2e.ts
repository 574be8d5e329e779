/**
 * `npm run e2e`: builds the workspace, starts a complete system with users, and tests it in a
 * browser. Arguments select files: `npm run e2e -- imports`. `npm run e2e -- jobs` runs the work of a researcher, job by job.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { smtpUrl } from '../acceptance/harness/smtp-server.ts'
import { pickPort } from './services/ports.ts'
import { startSystem } from './system.ts'
import { buildWeb } from './web/build-web.ts'
import { makePeople } from './web/make-people.ts'

const root = join(import.meta.dirname, '..')

async function runTests(env: Record<string, string>): Promise<number> {
  const vitest = join(root, 'node_modules/.bin/vitest')
  const child = spawn(vitest, ['run', '--project', 'e2e', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const forward = () => child.kill('SIGTERM')
  process.once('SIGINT', forward)
  process.once('SIGTERM', forward)
  await once(child, 'exit')
  return child.exitCode ?? 1
}

await buildWeb({ isQuiet: true })
const smtpPort = await pickPort([])
const system = await startSystem({
  apis: 1,
  workers: 1,
  // The receivers of webhooks and e-mail and the servers of links listen on loopback.
  env: {
    INLET_OUTBOUND_ALLOWED: '127.0.0.0/8',
    INLET_DOWNLOAD_ALLOWED: '127.0.0.1',
    INLET_SMTP_URL: smtpUrl(smtpPort),
    INLET_MAIL_FROM: 'Inlet <inlet@example.test>',
  },
})
try {
  const url = system.apiUrls[0] ?? ''
  const people = await makePeople(url, system.env)
  process.exitCode = await runTests({
    INLET_E2E_URL: url,
    INLET_E2E_PEOPLE: JSON.stringify(people),
    INLET_E2E_SMTP_PORT: String(smtpPort),
    INLET_E2E_DATABASE: system.env['DATABASE_URL'] ?? '',
    ...(process.argv.includes('jobs') && { INLET_E2E_JOBS: '1' }),
  })
} finally {
  await system.stop()
}
