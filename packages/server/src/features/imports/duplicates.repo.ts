/** SQL that finds files and insights by content, among those that the principal can open. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { canOpen, originalKey } from '../projects/projects.public.ts'

/**
 * A file whose original is hidden is left out: that somebody has it must not be confirmed. So is a failed import, because its
 * file may be sent again.
 */
const isComparableFile = (principal: Principal): RawBuilder<boolean> =>
  sql`f.status in ('processing', 'completed') and ${originalKey('f')} is not null and ${canOpen(principal)}`

const isComparableInsight = (principal: Principal): RawBuilder<boolean> =>
  sql`i.phase in ('processing', 'completed') and ${canOpen(principal)} and ${isShownTo(principal)}`

export async function findSizes(db: Db, principal: Principal, sizes: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ bytes: number }>`
    select given.bytes from (select distinct unnest(${sizes}::bigint[]) as bytes) given
    where exists (select from file f join project p on p.id = f.project_id
        where f.team_id = ${principal.teamId} and f.object_bytes = given.bytes and ${isComparableFile(principal)})
      or exists (select from insight i join project p on p.id = i.project_id
        where i.team_id = ${principal.teamId} and i.object_bytes = given.bytes and ${isComparableInsight(principal)})
    order by given.bytes`.execute(db)
  return rows.map(({ bytes }) => bytes)
}

export interface Content {
  bytes: number
  sha256: string
}

export interface DuplicateRow {
  sha256: string
  kind: 'file' | 'insight'
  key: string
  name: string
  media: 'audio' | 'video' | 'document' | 'image' | null
  project_id: number
  project_name: string
  created_at: Date
}

/** One for each content: in the given project if there is one, else the newest. */
export async function findSameContent(
  db: Db,
  principal: Principal,
  contents: readonly Content[],
  projectId: number | undefined,
): Promise<DuplicateRow[]> {
  const given = sql`(select distinct * from unnest(${contents.map(({ bytes }) => bytes)}::bigint[],
    ${contents.map(({ sha256 }) => sha256)}::text[]) as one (bytes, sha256))`
  const { rows } = await sql<DuplicateRow>`
    select distinct on (same.sha256) same.sha256, same.kind, same.key, same.name, same.media, same.project_id,
      same.project_name, same.created_at
    from (
      select f.sha256, 'file' as kind, f.key::text as key, f.name, f.kind as media, p.id as project_id,
        p.name as project_name, f.created_at
      from ${given} given join file f on f.object_bytes = given.bytes and f.sha256 = given.sha256
        join project p on p.id = f.project_id
      where f.team_id = ${principal.teamId} and ${isComparableFile(principal)}
      union all
      select i.sha256, 'insight', i.key::text, i.name, 'document', p.id, p.name, i.created_at
      from ${given} given join insight i on i.object_bytes = given.bytes and i.sha256 = given.sha256
        join project p on p.id = i.project_id
      where i.team_id = ${principal.teamId} and ${isComparableInsight(principal)}
    ) same
    order by same.sha256, (same.project_id = ${projectId ?? null}::bigint) desc nulls last, same.created_at desc`.execute(
    db,
  )
  return rows
}
