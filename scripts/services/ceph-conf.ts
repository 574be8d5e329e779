import { join } from 'node:path'
import type { StoreState } from './state.ts'

const GiB = 1024 ** 3

export type CephPaths = ReturnType<typeof cephPaths>

export function cephPaths(instanceDir: string) {
  const dir = join(instanceDir, 'ceph')
  return {
    dir,
    conf: join(dir, 'ceph.conf'),
    keyring: join(dir, 'keyring'),
    monitorMap: join(dir, 'monmap'),
    monitor: join(dir, 'mon'),
    osd: join(dir, 'osd'),
    gateway: join(dir, 'rgw'),
    crash: join(dir, 'crash'),
    log: join(instanceDir, 'log'),
  }
}

/** The smallest cluster that serves S3: one monitor, one storage daemon, one gateway, no replicas. */
export function cephConf(paths: CephPaths, store: StoreState, isEphemeral: boolean): string {
  const sections = {
    global: globalSettings(paths, store),
    mon: monitorSettings(paths),
    osd: osdSettings(paths, isEphemeral),
    'client.rgw': gatewaySettings(paths, store.port),
  }
  return Object.entries(sections)
    .map(([section, settings]) => {
      const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
      return `[${section}]\n${lines.join('')}`
    })
    .join('\n')
}

type Settings = Record<string, string | number | boolean>

function globalSettings(paths: CephPaths, store: StoreState): Settings {
  return {
    fsid: store.fsid,
    mon_initial_members: 'a',
    mon_host: `[v2:127.0.0.1:${store.monitorPort}/0]`,
    public_addr: '127.0.0.1',
    cluster_addr: '127.0.0.1',
    ms_bind_msgr1: false,
    ms_bind_ipv6: false,
    // Newer releases use ports up to 7568 and would sometimes take the gateway's usual port.
    ms_bind_port_min: 6800,
    ms_bind_port_max: 7300,
    // Loopback only and one user, so keys would protect nothing.
    auth_cluster_required: 'none',
    auth_service_required: 'none',
    auth_client_required: 'none',
    // The default requires an encrypted connection to monitors, which is impossible without keys:
    // the gateway would hang for five minutes.
    ms_mon_client_mode: 'crc',
    ms_mon_service_mode: 'crc',
    ms_mon_cluster_mode: 'crc',
    client_mount_timeout: 60,
    run_dir: paths.dir,
    // We write the pid file at start; the gateway does not write one in the foreground.
    pid_file: '',
    // No admin sockets: they are not used, and their paths are limited to 107 characters.
    admin_socket: '',
    log_file: `${paths.log}/ceph-$name.log`,
    crash_dir: paths.crash,
    keyring: paths.keyring,
    log_to_stderr: false,
    err_to_stderr: true,
    mon_cluster_log_to_file: false,
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    osd_pool_default_pg_num: 4,
    osd_pool_default_pgp_num: 4,
    osd_pool_default_pg_autoscale_mode: 'off',
    osd_crush_chooseleaf_type: 0,
    // After a restart the gateway first tries the storage daemon's old address; retry soon.
    objecter_tick_interval: 0.25,
    debug_ms: '0/0',
    debug_bluefs: '0/0',
    debug_bluestore: '0/0',
    debug_rocksdb: '0/0',
  }
}

function monitorSettings(paths: CephPaths): Settings {
  return {
    mon_data: paths.monitor,
    // A single monitor has no others to wait for; the default of one second per change slows the start down.
    paxos_propose_interval: 0.02,
    paxos_min_wait: 0.01,
    mon_tick_interval: 1,
    mon_allow_pool_size_one: true,
    mon_allow_pool_delete: true,
    mon_warn_on_pool_no_redundancy: false,
    mon_max_pg_per_osd: 1000,
    // A laptop's disk is often nearly full; do not refuse to start because of it.
    mon_data_avail_warn: 2,
    mon_data_avail_crit: 1,
    auth_allow_insecure_global_id_reclaim: false,
  }
}

function osdSettings(paths: CephPaths, isEphemeral: boolean): Settings {
  return {
    osd_data: paths.osd,
    osd_objectstore: isEphemeral ? 'memstore' : 'bluestore',
    osd_crush_initial_weight: 1,
    osd_fast_shutdown_notify_mon: true,
    osd_memory_target: GiB,
    osd_op_num_shards: 2,
    osd_op_num_threads_per_shard: 2,
    bluestore_block_create: true,
    // Sparse: it only takes the space of stored data.
    bluestore_block_size: 64 * GiB,
    memstore_device_bytes: 4 * GiB,
  }
}

function gatewaySettings(paths: CephPaths, port: number): Settings {
  return {
    rgw_data: paths.gateway,
    rgw_frontends: `beast endpoint=127.0.0.1:${port} tcp_nodelay=1`,
    rgw_enable_apis: 's3, admin',
    // One POST can contain a whole recording; the default limit is 5 GiB.
    rgw_max_put_size: 16 * GiB,
    rgw_init_timeout: 60,
    rgw_thread_pool_size: 128,
    rgw_rados_pool_pg_num_min: 4,
    rgw_run_sync_thread: false,
    rgw_enable_usage_log: false,
    rgw_enable_ops_log: false,
    rgw_dynamic_resharding: false,
    rgw_override_bucket_index_max_shards: 1,
    // Reclaim the space of deleted and refused uploads within minutes, not hours.
    rgw_gc_obj_min_wait: 60,
    rgw_gc_processor_period: 60,
    rgw_gc_processor_max_time: 60,
  }
}
