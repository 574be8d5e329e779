/** SQL that lists what belongs to an export. Every statement runs in the snapshot of the export. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { knownTo } from '../participants/participants.public.ts'
import { canOpen } from '../projects/projects.public.ts'

export interface ListedRecord {
  id: number
  key: string
}

type RecordList = (tx: Tx, principal: Principal, projectId: number, after: number) => Promise<ListedRecord[]>

export const recordsAtOnce = 500

const list =
  (select: (principal: Principal, projectId: number) => RawBuilder<unknown>): RecordList =>
  async (tx, principal, projectId, after) => {
    const { rows } = await sql<ListedRecord>`
      select id, key from (${select(principal, projectId)}) records (id, key) where id > ${after}
      order by id limit ${recordsAtOnce}`.execute(tx)
    return rows
  }

/** Without uploads that were not completed. */
export const recordLists = {
  insight: list(
    (principal, projectId) => sql`
      select i.id, i.key from insight i join project p on p.id = i.project_id
      where i.project_id = ${projectId} and i.phase <> 'awaiting_upload' and ${canOpen(principal)}
        and ${isShownTo(principal)}`,
  ),
  file: list(
    (principal, projectId) => sql`
      select f.id, f.key from file f join project p on p.id = f.project_id
      where f.project_id = ${projectId} and f.kind <> 'survey' and f.status <> 'pending_upload'
        and ${canOpen(principal)}`,
  ),
  survey: list(
    (principal, projectId) => sql`
      select s.id, s.upload_key from survey s join project p on p.id = s.project_id
      where s.project_id = ${projectId} and s.started_at is not null and ${canOpen(principal)}`,
  ),
} as const

export interface OmittedRecords {
  total: number
  drafts_of_others: number
  not_uploaded: number
}

/** How many records there are, and how many of the project are left out. */
export async function countRecords(tx: Tx, principal: Principal, projectId: number): Promise<OmittedRecords> {
  const { rows } = await sql<OmittedRecords>`
    select (select count(*) from insight where project_id = ${projectId})
        + (select count(*) from file where project_id = ${projectId}) as total,
      (select count(*) from insight i where i.project_id = ${projectId} and not ${isShownTo(principal)})
        as drafts_of_others,
      (select count(*) from insight i where i.project_id = ${projectId} and i.phase = 'awaiting_upload'
          and ${isShownTo(principal)})
        + (select count(*) from file where project_id = ${projectId} and kind <> 'survey' and status = 'pending_upload')
        + (select count(*) from survey where project_id = ${projectId} and started_at is null) as not_uploaded`.execute(
    tx,
  )
  return onlyRow(rows)
}

export interface ExportedParticipant {
  id: number
  name: string | null
  email: string
  notes: string | null
  created_at: Date
  respondents: { upload_key: string; respondent_id: number }[]
}

/** People of whom a survey of the project has an e-mail address. */
export async function listProjectParticipants(
  tx: Tx,
  principal: Principal,
  projectId: number,
  after: number,
): Promise<ExportedParticipant[]> {
  const { rows } = await sql<ExportedParticipant>`
    with page as materialized (
      select pr.participant_id as id,
        json_agg(json_build_object('upload_key', s.upload_key, 'respondent_id', pr.respondent_id)
          order by s.id, pr.respondent_id) as respondents
      from participant_respondent pr join survey s on s.id = pr.survey_id join project p on p.id = s.project_id
      where s.project_id = ${projectId} and ${canOpen(principal)} and pr.participant_id > ${after}
      group by 1 order by 1 limit ${recordsAtOnce})
    select c.id, known.name, known.email, c.notes, greatest(c.created_at, known.since) as created_at, page.respondents
    from page join participant c on c.id = page.id cross join lateral (${knownTo(principal)}) known
    order by c.id`.execute(tx)
  return rows
}

/** Respondents of the project with a name or an address. */
export async function countPeople(tx: Tx, projectId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from survey s join respondent r on r.survey_id = s.id
    where s.project_id = ${projectId} and (r.name is not null or r.email is not null)`.execute(tx)
  return onlyRow(rows).n
}

export async function findLabelTemplate(
  tx: Tx,
  projectId: number,
): Promise<{ name: string; labels: unknown[] } | null> {
  const { rows } = await sql<{ name: string; labels: unknown[] }>`
    select name, labels from label_template where project_id = ${projectId}`.execute(tx)
  return rows[0] ?? null
}
