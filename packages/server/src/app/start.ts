/** Start-up and shutdown shared by api, worker and gateway: fail early with the reason, and stop cleanly. */

import type { Config } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/read-settings.ts'
import type { ObjectStore } from '../platform/object-store/object-store.ts'
import { probeStore } from '../platform/object-store/probe.ts'
import { probeAbilities } from '../platform/object-store/probe-abilities.ts'
import type { StoreUser } from '../platform/object-store/probe-result.ts'
import { statusOf } from '../platform/object-store/store-errors.ts'
import type { Log } from '../platform/telemetry/log.ts'

/** EX_CONFIG: a supervisor should not restart it. */
export const configExitCode = 78

export const fromEnvironment = <T>(read: (env: NodeJS.ProcessEnv) => T): T => read(process.env)

export function configOrExit<T>(read: (env: NodeJS.ProcessEnv) => T): T {
  try {
    return fromEnvironment(read)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(configExitCode)
  }
}

/** A failed start is reported as one log line and an exit code, not as a bare stack trace. */
export async function startOrExit(log: Log, start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    log.fatal({ err: error }, 'cannot start')
    // Pools and timers of a half-started process would keep it alive; flush the log line first.
    log.flush(() => process.exit(error instanceof ConfigError ? configExitCode : 1))
  }
}

interface ProbeDeps {
  config: Pick<Config, 'INLET_STORAGE_PROBE'>
  store: ObjectStore
  log: Log
}

/**
 * See docs/adr/0005: with a store that does not enforce upload policies, the contract's limits do not hold. What else is
 * missing would fail later, in the middle of an import.
 */
export async function assertStoreIsUsable({ config, store, log }: ProbeDeps, user: StoreUser): Promise<void> {
  const mode = config.INLET_STORAGE_PROBE
  if (mode === 'off') return
  // A store that does not answer at all would make every check wait for its own deadline.
  await store.ping().catch((error: unknown) => {
    if (statusOf(error) === undefined) throw error
  })
  const results = user === 'gateway' ? await probeAbilities(store) : await probeStore(store)
  const found = results.filter(({ neededBy }) => neededBy.includes(user))
  const failed = found.filter(({ state }) => state === 'failed')
  const problems = mode === 'require' ? found.filter(({ state }) => state === 'warning') : found
  for (const { check, state, detail, fix } of problems)
    if (state !== 'ok') log.warn({ check, detail, fix }, 'the object store lacks something')
  if (failed.length === 0 || mode === 'warn') return
  const text = failed.map(({ check, detail, fix }) => `${check}: ${detail}. ${fix ?? ''}`.trim()).join(' ')
  throw new Error(
    `The object store lacks what the service needs. ${text} "inlet-admin doctor --only storage" checks again; INLET_STORAGE_PROBE=warn starts anyway.`,
  )
}

/** A worker or gateway starts without the store; what its access key lacks is logged. */
export async function reportStoreProblems(deps: ProbeDeps, user: 'worker' | 'gateway'): Promise<void> {
  try {
    await assertStoreIsUsable(deps, user)
  } catch (error) {
    deps.log.error({ err: error }, 'the object store cannot be used')
  }
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
