// Starts and stops one instance.
import { ensureStore, isStorePartlyRunning, stopStore, storeEnv } from './ceph.ts'
import { checkExternal, type Env, externalServices } from './external.ts'
import { findInstance, type Instance, lockFileOf, openInstance, removeInstance } from './instance.ts'
import { withLock } from './lock.ts'
import { type PackageGroup, requirePackages } from './packages.ts'
import { databaseUrl, ensurePostgres, postgresPid, stopPostgres } from './postgres.ts'

type UpOptions = { dir: string; isEphemeral: boolean; env: Env; log?: (line: string) => void }

/** Resolves with the addresses once both services respond. */
export async function up({ dir, isEphemeral, env, log }: UpOptions): Promise<Record<string, string>> {
  const external = externalServices(env, findInstance(dir)?.state)
  const groups: PackageGroup[] = []
  if (!external.databaseUrl) groups.push('postgresql')
  if (!external.s3) groups.push('object-store')
  requirePackages(groups)
  await checkExternal(external)
  if (groups.length > 0) {
    log?.(`Starting in ${dir} …`)
    await withLock(lockFileOf(dir), async () => {
      const instance = openInstance(dir, isEphemeral)
      forgetLostDatabase(instance)
      const started = await Promise.allSettled([
        external.databaseUrl ? undefined : ensurePostgres(instance),
        external.s3 ? undefined : ensureStore(instance),
      ])
      // Await both before reporting a failure, so that no start outlives the lock.
      for (const result of started) if (result.status === 'rejected') throw result.reason
    })
  }
  return addresses(dir, env)
}

/** Without fsync a database does not survive a crash of the machine; if nothing is running, assume one. */
function forgetLostDatabase(instance: Instance): void {
  const { isEphemeral, postgres } = instance.state
  const isAnyRunning = postgresPid(instance) !== undefined || isStorePartlyRunning(instance)
  if (postgres && isEphemeral && !isAnyRunning) postgres.isCreated = false
}

/** Stops what `up` started; an ephemeral instance, or any with isWiping, leaves nothing behind. */
export async function down(dir: string, isWiping: boolean): Promise<string[]> {
  if (!findInstance(dir)) return []
  return await withLock(lockFileOf(dir), async () => {
    const instance = findInstance(dir)
    if (!instance) return []
    const [hadPostgres, hadStore] = await Promise.all([stopPostgres(instance), stopStore(instance)])
    const isRemoving = isWiping || instance.state.isEphemeral
    if (isRemoving) removeInstance(instance)
    return [
      ...(hadPostgres ? ['stopped PostgreSQL'] : []),
      ...(hadStore ? ['stopped the object store'] : []),
      ...(isRemoving ? [`removed the data in ${dir}`] : []),
    ]
  })
}

/** The environment for the application, from the saved state; does not check whether the services run. */
export function addresses(dir: string, env: Env): Record<string, string> {
  const state = findInstance(dir)?.state
  const external = externalServices(env, state)
  const url = external.databaseUrl ?? (state?.postgres?.port ? databaseUrl(state.postgres) : undefined)
  const s3 = external.s3 ?? (state?.store?.port ? storeEnv(state.store) : undefined)
  return { ...(url && { DATABASE_URL: url }), ...s3 }
}
