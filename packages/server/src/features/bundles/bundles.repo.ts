/** SQL of imports of bundles as their API keys see them. What the worker writes is in `bundle-run.repo.ts`. */
import type { BundleStatus, UnmatchedElements } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'

export interface BundleRow {
  id: number
  key: string
  team_id: number
  api_key_id: number
  volume_count: number
  client_address: string
  status: BundleStatus
  progress: number
  omitted: Record<string, number> | null
  unmatched: UnmatchedElements | null
  project_id: number | null
  failure_code: string | null
  failure_message: string | null
  created_at: Date
  completed_at: Date | null
}

const columns = sql`b.id, b.key, b.team_id, b.api_key_id, b.volume_count, b.client_address, b.status, b.progress, b.omitted,
  b.unmatched, b.project_id, b.failure_code, b.failure_message, b.created_at, b.completed_at`

export interface NewBundle {
  teamId: number
  keyId: number
  name: string | null
  clientAddress: string
  uploadKeys: readonly string[]
}

export async function insertBundle(tx: Tx, one: NewBundle): Promise<BundleRow> {
  const { rows } = await sql<BundleRow>`
    insert into bundle as b (team_id, api_key_id, name, volume_count, client_address)
    values (${one.teamId}, ${one.keyId}, ${one.name}, ${one.uploadKeys.length}, ${one.clientAddress})
    returning ${columns}`.execute(tx)
  const bundle = onlyRow(rows)
  await sql`
    insert into bundle_volume (bundle_id, number, upload_key)
    select ${bundle.id}, i, key from unnest(${[...one.uploadKeys]}::text[]) with ordinality as given (key, i)`.execute(
    tx,
  )
  return bundle
}

/** An import belongs to the API key that began it. */
export async function findBundle(db: Db, principal: Principal, key: string): Promise<BundleRow | undefined> {
  if (!isRecordKey(key)) return undefined
  const { rows } = await sql<BundleRow>`
    select ${columns} from bundle b
    where b.key = ${key}::uuid and b.api_key_id = ${principal.keyId}::bigint`.execute(db)
  return rows[0]
}

export interface VolumeUpload {
  number: number
  upload_key: string
}

export async function listVolumeUploads(db: Db, bundleId: number): Promise<VolumeUpload[]> {
  const { rows } = await sql<VolumeUpload>`
    select number, upload_key from bundle_volume where bundle_id = ${bundleId} order by number`.execute(db)
  return rows
}

export async function keepWaiting(db: Db, bundleId: number): Promise<void> {
  await sql`update bundle set waiting_since = now() where id = ${bundleId} and status = 'awaiting_upload'`.execute(
    db,
  )
}

/** False when the volume no longer awaits an upload to the first key. */
export async function replaceVolumeUpload(
  tx: Tx,
  bundleId: number,
  from: string,
  to: string,
): Promise<boolean> {
  const { rows } = await sql`
    update bundle_volume v set upload_key = ${to} from bundle b
    where b.id = ${bundleId} and b.status = 'awaiting_upload' and v.bundle_id = b.id and v.upload_key = ${from}
    returning v.number`.execute(tx)
  return rows.length > 0
}

/** Pins the uploads. False when the import has started, or an upload was replaced in the meantime. */
export async function startBundle(
  tx: Tx,
  bundleId: number,
  objects: readonly PinnedObject[],
): Promise<boolean> {
  const { rows } = await sql<{ volume_count: number }>`
    update bundle set status = 'processing', started_at = now()
    where id = ${bundleId} and status = 'awaiting_upload' returning volume_count`.execute(tx)
  const [started] = rows
  if (!started) return false
  const { rows: pinned } = await sql`
    update bundle_volume v set object_etag = o.etag, object_bytes = o.bytes
    from unnest(${objects.map(({ key }) => key)}::text[], ${objects.map(({ etag }) => etag)}::text[],
      ${objects.map(({ bytes }) => bytes)}::bigint[]) as o (key, etag, bytes)
    where v.bundle_id = ${bundleId} and v.upload_key = o.key returning v.number`.execute(tx)
  return pinned.length === started.volume_count
}
