// npm run services -- up|down|status|env
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ServiceError } from './errors.ts'
import { chooseDir } from './instance.ts'
import { addresses, down, up } from './lifecycle.ts'
import { status } from './status.ts'

const usage = `Usage: npm run services -- COMMAND [OPTIONS]

PostgreSQL and an S3 object store (Ceph RGW) on 127.0.0.1, for development and tests.

  up        start what is not running, and wait until both respond
  down      stop what up started
  status    one line per service; exit code 3 if one is not running
  env       KEY=VALUE lines:  set -a; eval "$(npm run -s services -- env)"; set +a

  --dir DIR     folder for data, logs and settings (default: INLET_DATA_DIR, or .data)
  --ephemeral   up: fast and not durable, for tests; down then deletes the data
  --wipe        down: also delete the data

With DATABASE_URL or S3_ENDPOINT set, that service is used as given instead of started.`

const stoppedExitCode = 3

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  const [command = 'help', ...rest] = positionals
  if (values.help || command === 'help' || rest.length > 0) return print(usage, rest.length > 0 ? 2 : 0)
  const dir = chooseDir(values.dir)
  switch (command) {
    case 'up':
      await up({ dir, isEphemeral: values.ephemeral, env: process.env, log: console.error })
      return await printStatus(dir)
    case 'down': {
      if (values['after-parent']) await parentEnds()
      const done = await down(dir, values.wipe)
      return print(done.join('\n') || 'nothing was running', 0)
    }
    case 'status':
      return await printStatus(dir)
    case 'env':
      return printEnv(dir)
    default:
      throw new ServiceError(`unknown command ${command}\n\n${usage}`)
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        dir: { type: 'string' },
        ephemeral: { type: 'boolean', default: false },
        wipe: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        // Internal: the guard process of startServices.
        'after-parent': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new ServiceError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function print(text: string, exitCode: number): number {
  console.log(text)
  return exitCode
}

async function printStatus(dir: string): Promise<number> {
  const services = await status(dir, process.env)
  for (const { name, isRunning, pid, address } of services) {
    const state = isRunning ? 'running' : 'stopped'
    console.log([name.padEnd(12), state, pid && `pid ${pid}`, address].filter(Boolean).join('  '))
  }
  return services.every(({ isRunning }) => isRunning) ? 0 : stoppedExitCode
}

function printEnv(dir: string): number {
  const entries = Object.entries(addresses(dir, process.env))
  if (entries.length === 0) throw new ServiceError('no services have been started: npm run services -- up')
  for (const [key, value] of entries) console.log(`${key}=${shellWord(value)}`)
  return 0
}

function shellWord(value: string): string {
  return /^[\w@%+=:,./-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}

/** An orphaned process gets another parent. */
async function parentEnds(): Promise<void> {
  const parent = process.ppid
  while (process.ppid === parent) await sleep(300)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof ServiceError ? `services: ${error.message}` : error)
  process.exitCode = 1
}
