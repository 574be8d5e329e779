/** The single access rule for projects. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'

/** A team key has an editor's access and owns nothing: it sees only the private projects that it created. */
const teamKeyRole = 0

/**
 * True for rows of `project p` that the principal can open. Every query that reaches a project or its content uses
 * this condition.
 */
export function canOpen(principal: Principal): RawBuilder<boolean> {
  const isForAgents = principal.isAgent ? sql`and not p.disable_search_ask_ai` : sql``
  return sql<boolean>`(p.archived_at is null and p.deleted_at is null and ${isSharedWith(principal)} ${isForAgents})`
}

/**
 * True for rows of `project p` or `purged_project p` that the principal can open, or could until they were archived or
 * deleted. For events only, which report what happened to a project.
 */
export function isSharedWith(principal: Principal): RawBuilder<boolean> {
  const isPersonal = principal.kind === 'personal'
  const role = isPersonal ? principal.role : teamKeyRole
  const isOwn = isPersonal
    ? sql`p.owner_id = ${principal.userId}::bigint`
    : sql`p.api_key_id = ${principal.keyId}::bigint`
  return sql<boolean>`(
    p.team_id = ${principal.teamId}
    and (p.share_preference = 2
      or ${isOwn}
      or (p.share_preference = 4 and ${role}::smallint = any (p.shared_roles))))`
}

/**
 * True when the project id is accessible. The team's projects are looked up once per query: joined with `canOpen`, the
 * planner expects two or three per team and scans thousands for every row.
 */
export function isInOpenProject(principal: Principal, projectId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`((${projectId} in (select p.id from project p where ${canOpen(principal)})) is true)`
}

/** True for rows of `project p` that are archived or deleted. Grants no access: use `canOpen`. */
export const isClosedProject = sql<boolean>`(p.archived_at is not null or p.deleted_at is not null)`
