/** SQL of the storage that teams use, and of their quotas (docs/adr/0075). */
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

/** Null: the default of the deployment. 0: no limit. Undefined when there is no such team. */
export async function findQuota(db: Db | Tx, teamId: number): Promise<number | null | undefined> {
  const { rows } = await sql<{ storage_quota_bytes: number | null }>`
    select storage_quota_bytes from team where id = ${teamId}`.execute(db)
  return rows[0]?.storage_quota_bytes
}

/** False when there is no such team. */
export async function updateQuota(db: Db, teamId: number, bytes: number | null): Promise<boolean> {
  const { rows } = await sql`
    update team set storage_quota_bytes = ${bytes}::bigint where id = ${teamId} returning id`.execute(db)
  return rows.length > 0
}

/** Sums plus unmerged changes, from one snapshot, so that the result is exact. */
export async function readUsedBytes(db: Db | Tx, teamId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from (
      select file_bytes + insight_bytes as bytes from import_tally where team_id = ${teamId}
      union all
      select file_bytes + insight_bytes from import_tally_change where team_id = ${teamId}
      union all
      select bytes from survey_storage where team_id = ${teamId}
      union all
      select bytes from survey_storage_change where team_id = ${teamId}) used`.execute(db)
  return onlyRow(rows).bytes
}

/** Until the transaction ends, imports of the team that must respect a quota wait here. */
export async function lockStorage(tx: Tx, teamId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('inlet.team_storage'), ${teamId}::int)`.execute(tx)
}

const changesAtOnce = 50_000

/** Merges pending changes into the sums and returns their number. Called by the sweeper. */
export async function mergeSurveyStorage(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const merged = await mergeSome(db)
    total += merged
    if (merged < changesAtOnce) return total
  }
}

function mergeSome(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows: turn } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('survey_storage')) as is_ours`.execute(tx)
    if (!turn[0]?.is_ours) return 0
    const { rows } = await sql<{ n: number }>`
      with taken as (
        delete from survey_storage_change
        where ctid = any (array(select ctid from survey_storage_change limit ${changesAtOnce}))
        returning team_id, bytes),
      merged as (
        insert into survey_storage as t (team_id, bytes)
        select team_id, sum(bytes) from taken group by team_id
        on conflict (team_id) do update set bytes = t.bytes + excluded.bytes
        returning 1)
      select count(*) as n from taken`.execute(tx)
    return rows[0]?.n ?? 0
  })
}
