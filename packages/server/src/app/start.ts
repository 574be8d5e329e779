/** What both doors do before they open: refuse early, say why, and leave in order. */
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
    process.exit(78) // EX_CONFIG: a supervisor should not try again
  }
}

/** A start that fails is said in one line of log and an exit code, never in a bare stack trace. */
export async function startOrExit(log: Log, start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    log.fatal({ err: error }, 'cannot start')
    // Pools and timers of a half-started process would keep it alive; the log line goes out first.
    log.flush(() => process.exit(1))
  }
}

/** See docs/adr/0005: a store that does not enforce upload policies cannot keep the contract's limits. */
export async function assertStoreEnforcesPolicies({ config, store, log }: Deps): Promise<void> {
  const mode = config.INLET_STORAGE_PROBE
  if (mode === 'off') return
  const failed = (await probeStore(store, config.S3_ENDPOINT)).filter((finding) => !finding.isOk)
  if (failed.length === 0) return
  const text = failed.map(({ check, detail }) => `${check}: ${detail}`).join('; ')
  if (mode === 'require') throw new Error(`The object store does not pass the upload checks (${text}).`)
  log.warn({ failed }, 'the object store does not enforce upload policies')
}

/** Runs `stop` once on SIGTERM or SIGINT; a second signal, or the deadline, ends the process at once. */
export function stopOnSignal(log: Log, deadlineSeconds: number, stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), (deadlineSeconds + 10) * 1000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop in order')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
