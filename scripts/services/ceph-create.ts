// The one-time steps that create a Ceph cluster.
import type { CephPaths } from './ceph-conf.ts'
import { run } from './run.ts'
import type { StoreState } from './state.ts'

export async function createMonitor(paths: CephPaths, store: StoreState): Promise<void> {
  await writeMonitorMap(paths, store)
  await run(['ceph-mon', '-c', paths.conf, '-i', 'a', '--mkfs', '--monmap', paths.monitorMap])
}

/** A monitor knows its own address from its map, not from ceph.conf. */
export async function moveMonitor(paths: CephPaths, store: StoreState): Promise<void> {
  await writeMonitorMap(paths, store)
  await run(['ceph-mon', '-c', paths.conf, '-i', 'a', '--inject-monmap', paths.monitorMap])
}

async function writeMonitorMap(paths: CephPaths, { fsid, monitorPort }: StoreState): Promise<void> {
  const address = `[v2:127.0.0.1:${monitorPort}/0]`
  await run(['monmaptool', '--create', '--clobber', '--fsid', fsid, '--addv', 'a', address, paths.monitorMap])
}

export async function createOsd(paths: CephPaths, { osdUuid }: StoreState): Promise<void> {
  await run(['ceph-osd', '-c', paths.conf, '-i', '0', '--mkfs', '--osd-uuid', osdUuid, '--no-mon-config'])
}

export async function registerOsd(paths: CephPaths, { osdUuid }: StoreState): Promise<void> {
  await run(['ceph', '-c', paths.conf, '--connect-timeout', '60', 'osd', 'new', osdUuid, '0'])
}

/**
 * On a busy machine radosgw-admin (Ceph 16) sometimes crashes on exit after it has done its work, so check for
 * the user instead of its exit code. Its crash handler would hang, so it is disabled.
 */
export async function createS3User(paths: CephPaths, store: StoreState): Promise<void> {
  const { accessKeyId, secretAccessKey } = store
  const user = ['--uid=inlet', '--display-name=inlet']
  const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
  const admin = ['radosgw-admin', '-c', paths.conf, '-n', 'client.rgw', '--fatal-signal-handlers=false']
  try {
    // Tests create further users through the admin API, to try access keys with few rights.
    await run([...admin, 'user', 'create', ...user, ...keys, '--caps=users=*'])
  } catch (error) {
    const found = await run([...admin, 'user', 'info', ...user]).catch(() => '')
    if (!found.includes(accessKeyId)) throw error
  }
}
