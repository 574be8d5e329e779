// node scripts/with-services.ts COMMAND ARGS…: runs the command with private, temporary services.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from './services/errors.ts'
import { startServices } from './services/index.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const graceMs = 10_000

async function main(): Promise<number> {
  const [command, ...args] = process.argv.slice(2)
  if (!command) throw new ServiceError('usage: node scripts/with-services.ts COMMAND ARGS…')
  // Also during start-up, so that a signal never leaves an orphaned database.
  const received: NodeJS.Signals[] = []
  for (const signal of signals) process.on(signal, () => received.push(signal))
  const services = await startServices({ ephemeral: true })
  try {
    if (received[0]) return exitCodeOf(received[0])
    return await runCommand(command, args, services.env)
  } finally {
    await services.stop()
  }
}

function runCommand(command: string, args: string[], env: Record<string, string>): Promise<number> {
  const bin = join(import.meta.dirname, '..', 'node_modules', '.bin')
  const path = `${bin}:${process.env['PATH'] ?? ''}`
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env, PATH: path } })
  for (const signal of signals) {
    process.on(signal, () => {
      // The terminal also sends Ctrl-C to the command; many programs treat a second one as a forced stop.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
      setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new ServiceError(`${command}: ${error.message}`)))
    child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal ?? 'SIGKILL')))
  })
}

/** The exit code as a shell reports it. */
function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof ServiceError ? `with-services: ${error.message}` : error)
  process.exitCode = 1
}
