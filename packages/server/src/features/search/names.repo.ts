/** SQL of the search by name. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { knownTo, namedParticipants } from '../participants/participants.public.ts'
import { canOpen, isInOpenProject } from '../projects/projects.public.ts'
import { isNamed } from '../search-index/search-index.public.ts'
import { type ImportTimes, isImported } from './search.repo.ts'

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
  times?: ImportTimes
  /** Per kind. */
  limit: number
  hasParticipants: boolean
}

/** Maximum number of rows scanned for one name. */
const maxNamed = 1000

/**
 * The conditions of each branch match its index. Names are looked up in a separate step: with a small limit the planner
 * would expect to find them soon and tokenize the name of every row.
 */
export function findNamesQuery(
  principal: Principal,
  { query, projectId, times = {}, limit, hasParticipants }: NameSearch,
) {
  const { teamId } = principal
  const named = (table: string, name = sql`${sql.ref(`${table}.name`)}`) =>
    isNamed({ teamId: sql.ref(`${table}.team_id`) as never, name }, teamId, query)
  const inProject = projectId === undefined ? sql`` : sql`and p.id = ${projectId}`
  const open = sql`and ${canOpen(principal)} and ${isImported('p', times)} ${inProject}`
  const openOne = (table: string) => {
    const id = sql.ref(`${table}.project_id`)
    const inOne = projectId === undefined ? sql`` : sql`and ${id} = ${projectId}`
    return sql`${isInOpenProject(principal, id)} and ${isImported(table, times)} ${inOne}`
  }
  const about = sql`p.id as project_id, p.name as project_name`
  const people = hasParticipants
    ? sql`union all (
        with named_person as materialized (${namedParticipants(teamId, query, maxNamed)})
        select 'participant', c.id::text, coalesce(known.name, known.email), null, null::bigint, null
        from named_person n join participant c on c.id = n.id cross join lateral (${knownTo(principal)}) known
        where ${named('c', sql`known.words`)} limit ${limit})`
    : sql``
  return sql<NameRow>`
    with named_project as materialized (
      select * from project p where ${named('p')} and p.archived_at is null and p.deleted_at is null limit ${maxNamed}),
    named_file as materialized (
      select * from file f where ${named('f')} and f.status <> 'pending_upload' and f.kind <> 'survey' limit ${maxNamed}),
    named_insight as materialized (
      select * from insight i where ${named('i')} and i.phase <> 'awaiting_upload' and ${isShownTo(principal)}
      limit ${maxNamed}),
    named_survey as materialized (
      select * from survey s where ${named('s')} and s.started_at is not null limit ${maxNamed})
    (select 'project' as owner, p.id::text as key, p.name, null as media, ${about} from named_project p
      where true ${open} limit ${limit})
    union all (select 'file', f.key::text, f.name, f.kind, ${about} from (
        select * from named_file f where ${openOne('f')} limit ${limit}) f join project p on p.id = f.project_id)
    union all (select 'insight', i.key::text, i.name, 'document', ${about}
      from (select * from named_insight i where ${openOne('i')} limit ${limit}) i
        join project p on p.id = i.project_id)
    union all (select 'survey', s.upload_key::text, s.name, null, ${about}
      from (select * from named_survey s where ${openOne('s')} limit ${limit}) s join project p on p.id = s.project_id)
    ${people}`
}

export async function findNames(db: Db, principal: Principal, search: NameSearch): Promise<NameRow[]> {
  return (await findNamesQuery(principal, search).execute(db)).rows
}
