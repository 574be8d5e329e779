/** SQL of team members. */
import type { Role } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface MemberRow {
  id: number
  name: string
  email: string
  role: Role
  suspended_at: Date | null
  has_account: boolean
  invited_until: Date | null
  created_at: Date
}

const members = (teamId: number, rest: RawBuilder<unknown>) => sql<MemberRow>`
  select u.id, u.name, u.email, u.role, u.suspended_at, u.created_at, i.expires_at as invited_until,
    exists (select from user_password where user_id = u.id)
      or exists (select from user_identity where user_id = u.id) as has_account
  from app_user u left join invitation i on i.user_id = u.id and i.expires_at > now()
  where u.team_id = ${teamId} ${rest}`

export async function listMembers(
  db: Db,
  teamId: number,
  after: number,
  limit: number,
): Promise<MemberRow[]> {
  const page = sql`and u.id > ${after} order by u.id limit ${limit}`
  return (await members(teamId, page).execute(db)).rows
}

export async function findMember(db: Db, teamId: number, userId: number): Promise<MemberRow | undefined> {
  return (await members(teamId, sql`and u.id = ${userId}`).execute(db)).rows[0]
}
