/**
 * SQL that compares the bucket with the database. The listing is a temporary table, so that ten million objects use disk
 * space of the database instead of memory. Must be called on one connection, without a transaction: listing the bucket
 * may take an hour, and a transaction would keep the database from removing old rows.
 */
import { sql } from 'kysely'
import type { Copy } from '../../../platform/db/copy.ts'
import { CopyRows } from '../../../platform/db/copy-rows.ts'
import type { Db } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'
import type { ListedObject } from '../../../platform/object-store/object-store.ts'
import { trashSelected } from '../../uploads/uploads.public.ts'
import { awaitedUploads, ownedObjects } from './owned-objects.repo.ts'

export type SuspectKind = 'missing' | 'wrong_size' | 'wrong_content' | 'orphan'

export interface Suspect {
  kind: SuspectKind
  key: string
  owner: string | null
  bytes: number | null
  expectedBytes: number | null
  etag: string | null
  modifiedAt: Date | null
}

export async function createListing(session: Db): Promise<void> {
  await sql`
    create temporary table listed (key text not null, bytes bigint not null, etag text not null,
      modified_at timestamptz not null)`.execute(session)
  await sql`
    create temporary table suspect (kind text not null, key text not null, owner text, bytes bigint, expected_bytes bigint, etag text,
      modified_at timestamptz)`.execute(session)
}

/** Called after success; after a failure the connection is closed, which drops them. */
export async function dropListing(session: Db): Promise<void> {
  await sql`drop table listed, suspect`.execute(session)
}

export async function addListed(copy: Copy, objects: readonly ListedObject[]): Promise<void> {
  const rows = new CopyRows()
  for (const { key, bytes, etag, modifiedAt } of objects) {
    rows.begin(4)
    rows.text(key)
    rows.int64(bytes)
    rows.text(etag)
    rows.time(modifiedAt.getTime())
  }
  await copy('copy listed (key, bytes, etag, modified_at) from stdin (format binary)', rows.finish())
}

/** Without statistics the planner would assume a small table. */
export async function analyzeListing(session: Db): Promise<void> {
  await sql`analyze listed`.execute(session)
}

/** Objects that a row references but the listing lacks, or lists with other properties. */
export async function suspectOwned(session: Db): Promise<void> {
  await sql`
    insert into suspect
    select case when l.key is null then 'missing' when l.bytes <> o.bytes then 'wrong_size' else 'wrong_content' end,
      o.key, o.owner, l.bytes, o.bytes, o.etag, l.modified_at
    from (${ownedObjects}) o left join listed l on l.key = o.key
    where l.key is null or l.bytes <> o.bytes or l.etag <> o.etag`.execute(session)
}

/**
 * Orphaned objects. Every object is in the trash table before it is written and until it has an owner, so an object in
 * neither place is orphaned and stays so. Uploads are excluded: their rows come and go, and that prefix expires.
 */
export async function suspectOrphans(session: Db): Promise<void> {
  await sql`
    insert into suspect
    select 'orphan', l.key, null, l.bytes, null, l.etag, l.modified_at from listed l
    where ${isNobodys} and l.key not like 'incoming/%' and l.key not like 'probe/%'`.execute(session)
}

/** Orphaned uploads: without a record, or of a record that accepted its copy long ago. */
export async function suspectOldUploads(session: Db, olderThanHours: number): Promise<void> {
  await sql`
    insert into suspect
    select 'orphan', l.key, null, l.bytes, null, l.etag, l.modified_at from listed l
    where ${isNobodys} and (l.key like 'incoming/%' or l.key like 'probe/%')
      and l.modified_at < now() - make_interval(hours => ${olderThanHours})`.execute(session)
}

const isNobodys = sql<boolean>`
  not exists (select from (${ownedObjects}) o where o.key = l.key)
  and not exists (select from (${awaitedUploads}) u where u.key = l.key)
  and not exists (select from object_trash t where t.object_key = l.key)`

export async function listSuspects(session: Db, after: string, limit: number): Promise<Suspect[]> {
  const { rows } = await sql<Suspect>`
    select kind, key, owner, bytes, expected_bytes as "expectedBytes", etag, modified_at as "modifiedAt" from suspect
    where key > ${after} collate "C" order by key collate "C" limit ${limit}`.execute(session)
  return rows
}

export async function clearSuspects(session: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from suspect where key = any (${[...keys]}::text[])`.execute(session)
}

/** Ignores objects whose ownership changed while the store was queried. */
export async function clearMovedSuspects(session: Db): Promise<void> {
  await sql`
    delete from suspect l where kind <> 'orphan' and not exists (select from (${ownedObjects}) o where o.key = l.key)`.execute(
    session,
  )
  await sql`delete from suspect l where kind = 'orphan' and not (${isNobodys})`.execute(session)
}

export interface ListingCounts {
  objects: number
  objectBytes: number
  owned: number
  waitingForRemoval: number
  uploads: number
  missing: number
  wrongSize: number
  wrongContent: number
  orphans: number
  orphanBytes: number
}

export async function countListing(session: Db): Promise<ListingCounts> {
  const { rows } = await sql<ListingCounts>`
    select (select count(*) from listed) as objects, (select coalesce(sum(bytes), 0)::bigint from listed) as "objectBytes",
      (select count(*) from (${ownedObjects}) o) as owned,
      (select count(*) from listed join object_trash on object_key = key) as "waitingForRemoval",
      (select count(*) from listed where key like 'incoming/%') as uploads,
      count(*) filter (where kind = 'missing') as missing, count(*) filter (where kind = 'wrong_size') as "wrongSize",
      count(*) filter (where kind = 'wrong_content') as "wrongContent",
      count(*) filter (where kind = 'orphan') as orphans,
      coalesce(sum(bytes) filter (where kind = 'orphan'), 0)::bigint as "orphanBytes"
    from suspect`.execute(session)
  return onlyRow(rows)
}

export interface OrphanAges {
  old: number
  oldBytes: number
  young: number
}

export async function countOrphanAges(session: Db, olderThanHours: number): Promise<OrphanAges> {
  const isOld = sql`modified_at < now() - make_interval(hours => ${olderThanHours})`
  const { rows } = await sql<OrphanAges>`
    select count(*) filter (where ${isOld}) as old, coalesce(sum(bytes) filter (where ${isOld}), 0)::bigint as "oldBytes",
      count(*) filter (where not ${isOld}) as young
    from suspect where kind = 'orphan'`.execute(session)
  return onlyRow(rows)
}

export function trashOrphans(session: Db, olderThanHours: number): Promise<number> {
  return trashSelected(
    session,
    sql`select key from suspect l
      where kind = 'orphan' and modified_at < now() - make_interval(hours => ${olderThanHours}) and ${isNobodys}`,
  )
}

/** A restored store may assign other ETags to the same content; the rows are updated. */
export async function adoptEtags(session: Db): Promise<number> {
  let changed = 0
  for (const { table, key, bytes, etag } of pinnedColumns) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} t set ${sql.ref(etag)} = l.etag from listed l
      where l.key = t.${sql.ref(key)} and l.bytes = t.${sql.ref(bytes)} and l.etag <> t.${sql.ref(etag)}`.execute(
      session,
    )
    changed += Number(numAffectedRows ?? 0)
  }
  return changed
}

const pinnedColumns = [
  { table: 'insight', key: 'object_key', bytes: 'object_bytes', etag: 'object_etag' },
  { table: 'file', key: 'object_key', bytes: 'object_bytes', etag: 'object_etag' },
  { table: 'survey_part', key: 'object_key', bytes: 'object_bytes', etag: 'object_etag' },
  { table: 'survey_media', key: 'object_key', bytes: 'object_bytes', etag: 'object_etag' },
  { table: 'deleted_media', key: 'object_key', bytes: 'object_bytes', etag: 'object_etag' },
  { table: 'recording', key: 'speech_key', bytes: 'speech_bytes', etag: 'speech_etag' },
]
