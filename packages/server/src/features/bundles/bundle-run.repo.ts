/** SQL of a running import: its volumes, and the files in them. */
import type { UnmatchedElements } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'

export interface BundleToRun {
  id: number
  key: string
  team_id: number
  api_key_id: number
  name: string | null
  client_address: string
  has_manifest: boolean
}

/** Undefined when it has ended or was deleted. */
export async function findBundleToRun(db: Db, bundleId: number): Promise<BundleToRun | undefined> {
  const { rows } = await sql<BundleToRun>`
    select id, key, team_id, api_key_id, name, client_address, omitted is not null as has_manifest
    from bundle where id = ${bundleId} and status = 'processing'`.execute(db)
  return rows[0]
}

export async function reportBundleProgress(db: Db, bundleId: number, percent: number): Promise<void> {
  await sql`
    update bundle set progress = ${percent}
    where id = ${bundleId} and status = 'processing' and progress < ${percent}`.execute(db)
}

export interface BundleVolume {
  number: number
  is_listed: boolean
  object: PinnedObject
}

export async function listBundleVolumes(db: Db, bundleId: number): Promise<BundleVolume[]> {
  const { rows } = await sql<{
    number: number
    is_listed: boolean
    key: string
    etag: string
    bytes: number
  }>`
    select number, is_listed, upload_key as key, coalesce(object_etag, '') as etag, coalesce(object_bytes, 0) as bytes
    from bundle_volume where bundle_id = ${bundleId} and object_etag is not null order by number`.execute(db)
  return rows.map(({ number, is_listed, ...object }) => ({ number, is_listed, object }))
}

/** A file, as the directory of its archive describes it. */
export interface PackedFile {
  path: string
  headerOffset: number
  packedBytes: number
  bytes: number
  isCompressed: boolean
}

/** Returns the paths that another volume has as well. */
export async function insertPackedFiles(
  tx: Tx,
  bundleId: number,
  volume: number,
  files: readonly PackedFile[],
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    insert into bundle_entry (bundle_id, path, volume, header_offset, packed_bytes, bytes, is_compressed)
    select ${bundleId}, path, ${volume}, "headerOffset", "packedBytes", bytes, "isCompressed"
    from json_to_recordset(${JSON.stringify(files)}::json) as files (path text, "headerOffset" bigint,
      "packedBytes" bigint, bytes bigint, "isCompressed" boolean)
    on conflict (bundle_id, path) do nothing returning path`.execute(tx)
  const inserted = new Set(rows.map(({ path }) => path))
  return files.filter(({ path }) => !inserted.has(path)).map(({ path }) => path)
}

export async function markVolumeListed(tx: Tx, bundleId: number, volume: number): Promise<void> {
  await sql`
    update bundle_volume set is_listed = true where bundle_id = ${bundleId} and number = ${volume}`.execute(
    tx,
  )
}

/** A line of the manifest. */
export interface ListedEntry {
  number: number
  path: string
  folder: string
  role: string
  bytes: number
  sha256: string
}

export interface SavedEntries {
  /** Paths that no volume has with this size. */
  missing: string[]
  saved: SavedEntry[]
}

export interface SavedEntry {
  path: string
  role: string
  bytes: number
  packedBytes: number
}

export async function saveManifestEntries(
  tx: Tx,
  bundleId: number,
  entries: readonly ListedEntry[],
): Promise<SavedEntries> {
  const { rows } = await sql<SavedEntry>`
    update bundle_entry e set number = listed.number, folder = listed.folder, role = listed.role, sha256 = listed.sha256
    from json_to_recordset(${JSON.stringify(entries)}::json) as listed (number int, path text, folder text, role text,
      bytes bigint, sha256 text)
    where e.bundle_id = ${bundleId} and e.path = listed.path and e.bytes = listed.bytes and e.number is null
    returning e.path, listed.role, e.bytes, e.packed_bytes as "packedBytes"`.execute(tx)
  const saved = new Set(rows.map(({ path }) => path))
  return {
    missing: entries.filter(({ path }) => !saved.has(path)).map(({ path }) => path),
    saved: rows,
  }
}

/** Files that the manifest does not list. */
export async function findUnlisted(
  tx: Tx,
  bundleId: number,
  manifestPath: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ path: string }>`
    select path from bundle_entry where bundle_id = ${bundleId} and number is null and path <> ${manifestPath}
    limit 1`.execute(tx)
  return rows[0]?.path
}

export async function saveManifest(tx: Tx, bundleId: number, omitted: Record<string, number>): Promise<void> {
  await sql`update bundle set omitted = ${JSON.stringify(omitted)}::jsonb where id = ${bundleId}`.execute(tx)
}

/** Of a REFI-QDA project. */
export async function saveUnmatched(tx: Tx, bundleId: number, unmatched: UnmatchedElements): Promise<void> {
  await sql`update bundle set unmatched = ${JSON.stringify(unmatched)}::jsonb where id = ${bundleId}`.execute(
    tx,
  )
}

export interface BundleFile extends PackedFile {
  number: number
  volume: number
  folder: string
  role: string
  sha256: string
  objectKey: string | null
  objectEtag: string | null
}

const fileColumns = sql`path, volume, header_offset as "headerOffset", packed_bytes as "packedBytes", bytes,
  is_compressed as "isCompressed", coalesce(number, 0) as number, coalesce(folder, '') as folder,
  coalesce(role, '') as role, coalesce(sha256, '') as sha256, object_key as "objectKey", object_etag as "objectEtag"`

const listFiles = async (db: Db, bundleId: number, condition: RawBuilder<unknown>, limit: number) =>
  (
    await sql<BundleFile>`
      select ${fileColumns} from bundle_entry where bundle_id = ${bundleId} and ${condition}
      order by number limit ${limit}`.execute(db)
  ).rows

export const findBundleFile = async (
  db: Db,
  bundleId: number,
  path: string,
): Promise<BundleFile | undefined> => (await listFiles(db, bundleId, sql`path = ${path}`, 1))[0]

/** In the order of the manifest. */
export const listBundleFiles = (
  db: Db,
  bundleId: number,
  { after, roles, limit }: { after: number; roles: readonly string[]; limit: number },
): Promise<BundleFile[]> =>
  listFiles(db, bundleId, sql`number > ${after} and role = any (${[...roles]}::text[])`, limit)

/** Everything that is not stored as an object. */
export const listOtherFiles = (
  db: Db,
  bundleId: number,
  { after, roles, limit }: { after: number; roles: readonly string[]; limit: number },
): Promise<BundleFile[]> =>
  listFiles(db, bundleId, sql`number > ${after} and not role = any (${[...roles]}::text[])`, limit)

const filesAFolder = 10_000

export const listFolder = (db: Db, bundleId: number, folder: string): Promise<BundleFile[]> =>
  listFiles(db, bundleId, sql`folder = ${folder}`, filesAFolder)

const foldersAtOnce = 500

/** Folders directly below the path, in the order of their first file. */
export async function* listFoldersOf(db: Db, bundleId: number, path: string): AsyncGenerator<string> {
  const prefix = `${path}/`
  for (let after = 0; ; ) {
    const { rows } = await sql<{ folder: string; first: number }>`
      select folder, first from (
        select coalesce(folder, '') as folder, coalesce(min(number), 0) as first from bundle_entry
        where bundle_id = ${bundleId} and folder > ${prefix} and folder < ${`${prefix}~`}
          and strpos(substr(folder, length(${prefix}::text) + 1), '/') = 0
        group by bundle_entry.folder) f
      where first > ${after} order by first limit ${foldersAtOnce}`.execute(db)
    for (const { folder } of rows) yield folder
    const last = rows.at(-1)
    if (!last || rows.length < foldersAtOnce) return
    after = last.first
  }
}

export async function countBundleFiles(db: Db, bundleId: number): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes from bundle_entry
    where bundle_id = ${bundleId} and number is not null`.execute(db)
  return onlyRow(rows)
}

/** All files of the listed volumes, whether or not the manifest lists them. */
export async function countPackedFiles(db: Db, bundleId: number): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(*) as files from bundle_entry where bundle_id = ${bundleId}`.execute(db)
  return onlyRow(rows).files
}

export async function saveEntryObject(
  tx: Tx,
  bundleId: number,
  number: number,
  { key, etag }: Pick<PinnedObject, 'key' | 'etag'>,
): Promise<void> {
  await sql`
    update bundle_entry set object_key = ${key}, object_etag = ${etag}
    where bundle_id = ${bundleId} and number = ${number}`.execute(tx)
}

/** Deletes volumes and files; returns the keys of the uploads, and of the objects that were stored. */
export async function takeBundleObjects(
  tx: Tx,
  bundleIds: readonly number[],
): Promise<{ uploads: string[]; objects: string[] }> {
  const ids = [...bundleIds]
  const { rows: entries } = await sql<{ key: string | null }>`
    delete from bundle_entry where bundle_id = any (${ids}::bigint[]) returning object_key as key`.execute(tx)
  const { rows: volumes } = await sql<{ key: string }>`
    delete from bundle_volume where bundle_id = any (${ids}::bigint[]) returning upload_key as key`.execute(
    tx,
  )
  return {
    uploads: volumes.map(({ key }) => key),
    objects: entries.flatMap(({ key }) => (key === null ? [] : [key])),
  }
}
