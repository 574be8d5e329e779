// Ceph RGW on loopback: monitor, storage daemon and S3 gateway, each started only if it is not running.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cephConf, cephPaths } from './ceph-conf.ts'
import { createMonitor, createOsd, createS3User, moveMonitor, registerOsd } from './ceph-create.ts'
import { type Daemon, launch, runningPid, stop, untilReady } from './daemon.ts'
import type { Instance } from './instance.ts'
import { isPortFree, startOnFreePort } from './ports.ts'
import { answersS3 } from './s3-probe.ts'
import { newStoreState, type StoreState } from './state.ts'

const usualPort = 7480
const gatewayGraceMs = 500
const region = 'us-east-1'

export function storeEnv(
  store: Pick<StoreState, 'port' | 'accessKeyId' | 'secretAccessKey'>,
): Record<string, string> {
  return {
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    S3_BUCKET: 'inlet',
    S3_FORCE_PATH_STYLE: 'true',
  }
}

/** The gateway's pid, if all three daemons run. */
export function storePid(instance: Instance): number | undefined {
  const { monitor, osd, gateway } = daemonsOf(instance)
  return runningPid(monitor) && runningPid(osd) && runningPid(gateway)
}

export function isStorePartlyRunning(instance: Instance): boolean {
  return Object.values(daemonsOf(instance)).some((daemon) => runningPid(daemon))
}

export async function ensureStore(instance: Instance): Promise<void> {
  const { state } = instance
  state.store ??= newStoreState()
  await resetIfUnusable(instance, state.store)
  makeFolders(instance)
  await ensureMonitor(instance, state.store)
  await ensureOsd(instance, state.store)
  if (!state.store.isCreated) {
    await createS3User(cephPaths(instance.dir), state.store)
    state.store.isCreated = true
    instance.save()
  }
  await ensureGateway(instance, state.store)
}

/**
 * Clients before servers, the monitor last, because each deregisters from the next. The gateway holds no data
 * and takes five seconds to stop, so it is killed soon.
 */
export async function stopStore(instance: Instance): Promise<boolean> {
  const { monitor, osd, gateway } = daemonsOf(instance)
  const signal = instance.state.isEphemeral ? 'SIGKILL' : 'SIGTERM'
  const stopped = [
    await stop(gateway, signal, gatewayGraceMs),
    await stop(osd, signal),
    await stop(monitor, signal),
  ]
  return stopped.includes(true)
}

/**
 * A store whose creation was interrupted, whose folder was deleted, or that was in the memory of a stopped
 * daemon cannot be restarted: it is discarded and created again with the same keys.
 */
async function resetIfUnusable(instance: Instance, store: StoreState): Promise<void> {
  const { monitor, osd } = daemonsOf(instance)
  const lostMonitorPort =
    !runningPid(monitor) && store.monitorPort > 0 && !(await isPortFree(store.monitorPort))
  // The other daemons know the monitor by its port; if it has to change, they must be restarted.
  if (lostMonitorPort) await stopStore(instance)
  const lostMemory = instance.state.isEphemeral && !runningPid(osd)
  const isThere = store.isCreated && existsSync(cephPaths(instance.dir).osd)
  if (isThere && !lostMemory) return
  await stopStore(instance)
  rmSync(cephPaths(instance.dir).dir, { recursive: true, force: true })
  store.isCreated = false
  store.monitorPort = 0
  instance.save()
}

async function ensureMonitor(instance: Instance, store: StoreState): Promise<void> {
  const { monitor } = daemonsOf(instance)
  if (runningPid(monitor)) return
  const paths = cephPaths(instance.dir)
  const wanted = store.monitorPort > 0 ? [store.monitorPort] : []
  await startOnFreePort(wanted, async (port) => {
    const isNew = store.monitorPort === 0
    const hasMoved = port !== store.monitorPort
    store.monitorPort = port
    instance.save()
    writeConf(instance, store)
    if (isNew) await createMonitor(paths, store)
    else if (hasMoved) await moveMonitor(paths, store)
    await untilReady(monitor, launch(monitor), async () => !(await isPortFree(port)))
  })
}

async function ensureOsd(instance: Instance, store: StoreState): Promise<void> {
  const { osd } = daemonsOf(instance)
  if (runningPid(osd)) return
  if (!store.isCreated) {
    const paths = cephPaths(instance.dir)
    await Promise.all([createOsd(paths, store), registerOsd(paths, store)])
  }
  // No need to wait: the gateway itself waits for the storage daemon.
  launch(osd)
}

async function ensureGateway(instance: Instance, store: StoreState): Promise<void> {
  const { gateway } = daemonsOf(instance)
  const isReady = () => answersS3(storeEnv(store))
  const pid = runningPid(gateway)
  if (pid) return await untilReady(gateway, pid, isReady)
  const wanted = [store.port, instance.state.isEphemeral ? 0 : usualPort].filter((port) => port > 0)
  await startOnFreePort(wanted, async (port) => {
    store.port = port
    instance.save()
    writeConf(instance, store)
    await untilReady(gateway, launch(gateway), isReady)
  })
}

function makeFolders({ dir }: Instance): void {
  const paths = cephPaths(dir)
  for (const folder of [paths.dir, paths.monitor, paths.osd, paths.gateway, paths.crash, paths.log]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }
  // Empty, because there are no keys; without the file every tool warns.
  writeFileSync(paths.keyring, '')
}

function writeConf({ dir, state }: Instance, store: StoreState): void {
  const paths = cephPaths(dir)
  writeFileSync(paths.conf, cephConf(paths, store, state.isEphemeral))
}

function daemonsOf({ dir }: Instance): Record<'monitor' | 'osd' | 'gateway', Daemon> {
  const paths = cephPaths(dir)
  const daemon = (name: string, cephName: string, command: string[]): Daemon => ({
    name,
    // -f: stay in the foreground, so that our child is the daemon.
    command: [...command, '-f', '-c', paths.conf],
    pidFile: join(dir, 'run', `ceph-${cephName}.pid`),
    logFile: join(paths.log, `ceph-${cephName}.out`),
    mark: paths.conf,
  })
  return {
    monitor: daemon('the Ceph monitor', 'mon.a', ['ceph-mon', '-i', 'a']),
    osd: daemon('the Ceph storage daemon', 'osd.0', ['ceph-osd', '-i', '0']),
    gateway: daemon('the Ceph S3 gateway', 'client.rgw', ['radosgw', '-n', 'client.rgw']),
  }
}
