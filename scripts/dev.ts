/** `npm run dev`: services, migrations, a demo team, api and worker with reload, and a session to paste. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { seedDemo } from './dev/seed.ts'
import { readSettings, writeSettings } from './dev/settings.ts'
import { waitUntilReady } from './dev/wait-until-ready.ts'
import { modelsFolder } from './models/folder.ts'
import { ServiceError } from './services/errors.ts'
import { startServices } from './services/index.ts'
import { pickPort } from './services/ports.ts'
import { binPath, endProcess, runToEnd } from './system.ts'
import { buildWebIfMissing } from './web/build-if-missing.ts'

async function main(): Promise<void> {
  const services = await startServices()
  const settings = readSettings()
  const port = process.env['INLET_PORT']
    ? Number(process.env['INLET_PORT'])
    : await pickPort([3000, 3001, 3002])
  const url = `http://127.0.0.1:${port}`
  const workerPort = process.env['INLET_WORKER_PORT'] ?? String(await pickPort([]))
  const env = {
    INLET_LOG_LEVEL: 'info',
    INLET_MODELS_DIR: modelsFolder,
    INLET_SECRET: settings.secret,
    INLET_PUBLIC_URL: url,
    INLET_PORT: String(port),
    INLET_WORKER_PORT: workerPort,
    ...services.env,
  }
  await runToEnd(binPath('migrate'), { ...env, INLET_LOG_LEVEL: 'warn' })
  const password = settings.password ?? randomBytes(9).toString('base64url')
  settings.password = password
  settings.keys = await seedDemo(services.env['DATABASE_URL'] ?? '', settings, password)
  settings.url = url
  writeSettings(settings)
  await buildWebIfMissing()
  const children = [watch('api', env), watch('worker', env)]
  stopTogether(children)
  const processes = [
    { name: 'api', url },
    { name: 'worker', url: `http://127.0.0.1:${workerPort}` },
  ]
  await waitUntilReady(processes, {
    onWaiting: (reasons) => process.stderr.write(`\nNot ready yet:\n${reasons.join('\n')}\n\n`),
  })
  printSession(url, password, settings.keys)
}

function watch(name: 'api' | 'worker', env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', binPath(name)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** The services keep running, so that the next start is faster; `npm run services -- down` stops them. */
function stopTogether(children: ChildProcess[]): void {
  const stop = () => {
    void Promise.all(children.map(endProcess)).then(() => {
      process.stderr.write(
        '\nStopped. The services are still running; stop them with: npm run services -- down\n',
      )
      process.exit(0)
    })
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

interface Key {
  label: string
  client_id: string
  client_secret: string
}

function printSession(url: string, password: string, [teamKey, ...personal]: Key[]): void {
  const lines = [
    '',
    `Inlet is ready at ${url}  (API reference: ${url}/docs)`,
    '',
    `Sign in at ${url}/sign-in as ada@demo.test, finn@demo.test, cleo@demo.test or vera@demo.test`,
    `with the password ${password}`,
    '',
    'Or paste this into another terminal:',
    '',
    `INLET=${url}`,
    `TOKEN=$(curl -s $INLET/api/v1/oauth/token -d grant_type=client_credentials \\`,
    `  -d client_id=${teamKey?.client_id} \\`,
    `  -d client_secret=${teamKey?.client_secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s $INLET/api/v1/developer/import/projects -H "Authorization: Bearer $TOKEN"`,
    `curl -s $INLET/api/v1/developer/import/projects/create -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Content-Type: application/json' -d '{"name":"My first project"}'`,
    '',
    'API keys of the demo users, in .data/dev.json:',
    ...personal.map((key) => `  ${key.label.padEnd(16)} ${key.client_id}`),
    '',
    'Ctrl-C stops api and worker.',
    '',
  ]
  process.stdout.write(lines.join('\n'))
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ServiceError ? error.message : error)
  process.exitCode = 1
}
