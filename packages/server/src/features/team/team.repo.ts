/** SQL of teams and users. */
import type { Role, SharePreference } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

export interface TeamSettings {
  allow_manual_project_creation: boolean
  default_share_preference: SharePreference
  default_shared_roles: Role[]
  default_supported_languages: string[]
  /** Deletes the original as soon as its protected version is available. */
  deletes_originals: boolean
  /** How long deleted records can be restored. */
  trash_days: number
}

export interface Team extends TeamSettings {
  id: number
  name: string
  created_at: Date
}

/**
 * Listed explicitly: PostgreSQL rejects a prepared statement whose result columns changed, which the next release's
 * migration may cause while this one runs.
 */
const columns = sql`id, name, allow_manual_project_creation, default_share_preference, default_shared_roles,
  default_supported_languages, deletes_originals, trash_days, created_at`

export async function insertTeam(db: Db, name: string): Promise<Team> {
  const { rows } = await sql<Team>`insert into team (name) values (${name}) returning ${columns}`.execute(db)
  return onlyRow(rows)
}

export async function listTeams(db: Db): Promise<Team[]> {
  const { rows } = await sql<Team>`select ${columns} from team order by id`.execute(db)
  return rows
}

export async function findTeam(db: Db, teamId: number): Promise<Team | undefined> {
  const { rows } = await sql<Team>`select ${columns} from team where id = ${teamId}`.execute(db)
  return rows[0]
}

export async function updateTeam(
  db: Db,
  teamId: number,
  change: Partial<TeamSettings>,
): Promise<Team | undefined> {
  const { rows } = await sql<Team>`
    update team set
      allow_manual_project_creation = coalesce(${change.allow_manual_project_creation ?? null}, allow_manual_project_creation),
      default_share_preference = coalesce(${change.default_share_preference ?? null}, default_share_preference),
      default_shared_roles = coalesce(${change.default_shared_roles ?? null}::smallint[], default_shared_roles),
      default_supported_languages = coalesce(${change.default_supported_languages ?? null}::text[], default_supported_languages),
      deletes_originals = coalesce(${change.deletes_originals ?? null}, deletes_originals),
      trash_days = coalesce(${change.trash_days ?? null}::smallint, trash_days)
    where id = ${teamId} returning ${columns}`.execute(db)
  return rows[0]
}

export interface User {
  id: number
  team_id: number
  email: string
  name: string
  role: Role
  suspended_at: Date | null
}

export async function insertUser(db: Db, user: Omit<User, 'id' | 'suspended_at'>): Promise<User> {
  const { rows } = await sql<User>`
    insert into app_user (team_id, email, name, role)
    values (${user.team_id}, ${user.email}, ${user.name}, ${user.role})
    returning id, team_id, email, name, role, suspended_at`.execute(db)
  return onlyRow(rows)
}

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select id, team_id, email, name, role, suspended_at from app_user where lower(email) = lower(${email})`.execute(
    db,
  )
  return rows[0]
}

export async function listUsers(db: Db, teamId: number): Promise<User[]> {
  const { rows } = await sql<User>`
    select id, team_id, email, name, role, suspended_at from app_user where team_id = ${teamId} order by id`.execute(
    db,
  )
  return rows
}

export async function listMemberNames(db: Db, teamId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from app_user where team_id = ${teamId}`.execute(
    db,
  )
  return rows.map((row) => row.name)
}

export async function updateUser(
  db: Db,
  userId: number,
  change: { role?: Role; isSuspended?: boolean },
): Promise<void> {
  await sql`
    update app_user set
      role = coalesce(${change.role ?? null}, role),
      suspended_at = case ${change.isSuspended ?? null}::boolean
        when true then coalesce(suspended_at, now()) when false then null else suspended_at end
    where id = ${userId}`.execute(db)
}
