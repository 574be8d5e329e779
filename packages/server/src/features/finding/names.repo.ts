/** SQL of finding things by their names. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { canOpen } from '../projects/projects.public.ts'
import { isNamed } from '../search/search.public.ts'

export interface NameRow {
  owner: 'project' | 'file' | 'insight' | 'survey' | 'participant'
  key: string
  name: string
  media: 'audio' | 'video' | 'document' | 'image' | null
  project_id: number | null
  project_name: string | null
}

export interface NameSearch {
  query: string
  projectId: number | undefined
  /** Of each kind. */
  limit: number
  hasParticipants: boolean
}

/** The conditions of each part are those of its index. */
export async function findNames(
  db: Db,
  principal: Principal,
  { query, projectId, limit, hasParticipants }: NameSearch,
): Promise<NameRow[]> {
  const { teamId } = principal
  const named = (table: string, name = sql`${sql.ref(`${table}.name`)}`) =>
    isNamed({ teamId: sql.ref(`${table}.team_id`) as never, name }, teamId, query)
  const inProject = projectId === undefined ? sql`` : sql`and p.id = ${projectId}`
  const open = sql`and ${canOpen(principal)} ${inProject}`
  const about = sql`p.id as project_id, p.name as project_name`
  const people = hasParticipants
    ? sql`union all (select 'participant', c.id::text, coalesce(c.name, c.email), null, null::bigint, null from participant c
        where ${named('c', sql`coalesce(c.name, '') || ' ' || c.email`)} limit ${limit})`
    : sql``
  const { rows } = await sql<NameRow>`
    (select 'project' as owner, p.id::text as key, p.name, null as media, ${about} from project p
      where ${named('p')} and p.archived_at is null and p.deleted_at is null ${open} limit ${limit})
    union all (select 'file', f.key::text, f.name, f.kind, ${about} from file f join project p on p.id = f.project_id
      where ${named('f')} and f.status <> 'pending_upload' and f.kind <> 'survey' ${open} limit ${limit})
    union all (select 'insight', i.key::text, i.name, 'document', ${about}
      from insight i join project p on p.id = i.project_id
      where ${named('i')} and i.phase <> 'awaiting_upload' and ${isShownTo(principal)} ${open} limit ${limit})
    union all (select 'survey', s.upload_key::text, s.name, null, ${about}
      from survey s join project p on p.id = s.project_id
      where ${named('s')} and s.started_at is not null ${open} limit ${limit})
    ${people}`.execute(db)
  return rows
}
