/** SQL of ended imports that wait to be reported, and of who wants to know. */
import type { ImportKind, ImportMail } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export async function readChoice(db: Db, userId: number): Promise<ImportMail> {
  const { rows } = await sql<{ choice: ImportMail }>`
    select choice from import_mail_choice where user_id = ${userId}`.execute(db)
  return rows[0]?.choice ?? 'failed'
}

export async function saveChoice(db: Db, userId: number, choice: ImportMail): Promise<void> {
  await sql`
    insert into import_mail_choice (user_id, choice) values (${userId}, ${choice})
    on conflict (user_id) do update set choice = excluded.choice`.execute(db)
}

export interface Addressee {
  userId: number
  teamId: number
}

/**
 * People whose imports have all ended, a minute ago at least, so that files imported together are in one e-mail. Long
 * transcriptions must not hold back the rest for more than half an hour.
 */
export async function listAddressees(db: Db): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select o.user_id as "userId", u.team_id as "teamId"
    from import_outcome o join app_user u on u.id = o.user_id
    group by o.user_id, u.team_id
    having min(o.ended_at) < now() - interval '30 minutes'
      or (max(o.ended_at) < now() - interval '1 minute'
        and not exists (select from file f where f.created_by = o.user_id and f.api_key_id is null
          and f.status = 'processing' and f.kind <> 'survey')
        and not exists (select from insight i where i.created_by = o.user_id and i.api_key_id is null
          and i.phase = 'processing')
        and not exists (select from survey s join file w on w.id = s.file_id
          where s.started_at is not null and s.status in ('VALIDATING', 'PROCESSING') and s.api_key_id is null
            and w.created_by = o.user_id))`.execute(db)
  return rows
}

export interface Outcome {
  kind: ImportKind
  recordId: number
  endedAt: Date
}

export async function listOutcomes(db: Db, userId: number): Promise<Outcome[]> {
  const { rows } = await sql<Outcome>`
    select kind, record_id as "recordId", ended_at as "endedAt" from import_outcome where user_id = ${userId}
    order by ended_at, kind, record_id`.execute(db)
  return rows
}

/** An import that has ended again since is kept, and so is one whose transaction began earlier and has committed since. */
export async function forgetOutcomes(tx: Tx, userId: number, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    delete from import_outcome o using unnest(
      ${outcomes.map(({ kind }) => kind)}::text[], ${outcomes.map(({ recordId }) => recordId)}::bigint[],
      ${outcomes.map(({ endedAt }) => endedAt)}::timestamptz[]) as listed (kind, record_id, ended_at)
    where o.user_id = ${userId} and o.kind = listed.kind and o.record_id = listed.record_id
      and date_trunc('milliseconds', o.ended_at) = listed.ended_at`.execute(tx)
}

/** Without e-mail, and of people who cannot be reached, nothing is kept for long. */
export async function forgetOldOutcomes(db: Db): Promise<void> {
  await sql`delete from import_outcome where ended_at < now() - interval '1 day'`.execute(db)
}
