/** Start-up and shutdown shared by api and worker: fail early with the reason, and stop cleanly. */
import { ConfigError } from '../platform/config/config.ts'
import { probeStore } from '../platform/object-store/probe.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Deps } from './deps.ts'

export const fromEnvironment = <T>(read: (env: NodeJS.ProcessEnv) => T): T => read(process.env)

export function configOrExit<T>(read: (env: NodeJS.ProcessEnv) => T): T {
  try {
    return fromEnvironment(read)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(78) // EX_CONFIG: a supervisor should not restart it
  }
}

/** A failed start is reported as one log line and an exit code, not as a bare stack trace. */
export async function startOrExit(log: Log, start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    log.fatal({ err: error }, 'cannot start')
    // Pools and timers of a half-started process would keep it alive; flush the log line first.
    log.flush(() => process.exit(1))
  }
}

/** See docs/adr/0005: with a store that does not enforce upload policies, the contract's limits do not hold. */
export async function assertStoreEnforcesPolicies({ config, store, log }: Deps): Promise<void> {
  const mode = config.INLET_STORAGE_PROBE
  if (mode === 'off') return
  const failed = (await probeStore(store, config.S3_ENDPOINT)).filter((result) => !result.isOk)
  if (failed.length === 0) return
  const text = failed.map(({ check, detail }) => `${check}: ${detail}`).join('; ')
  if (mode === 'require')
    throw new Error(
      `The object store does not enforce upload policies (${text}). Use a store that does, or set INLET_STORAGE_PROBE.`,
    )
  log.warn({ failed }, 'the object store does not enforce upload policies')
}

/** What is left of the deadline closes connections, some of which may not answer. */
export const jobDeadlineMs = (deadlineSeconds: number) =>
  Math.max(deadlineSeconds - closingSeconds, deadlineSeconds / 2) * 1000

const closingSeconds = 8

/** Runs `stop` once on SIGTERM or SIGINT; a second signal, or the deadline, ends the process immediately. */
export function stopOnSignal(log: Log, deadlineSeconds: number, stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), deadlineSeconds * 1000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not shut down cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
