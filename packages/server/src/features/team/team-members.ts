/** Team members, for admins. */
import type { Role, RouteQuery, RouteResponse } from '@inlet/contract'
import type { inviteMember as inviteRoute, listMembers as listRoute, Member } from '@inlet/contract/workspace'
import type { DeploymentSecrets } from '../../platform/auth/deployment-secrets.ts'
import type { Principal } from '../../platform/auth/principal.ts'
import { requireAdmin } from '../../platform/auth/require-admin.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { cutPage, isId, readCursorPage } from '../../platform/http/cursor.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { inviteUser } from '../sign-in/sign-in.public.ts'
import { forbiddenCharactersMessage, hasForbiddenCharacters } from '../uploads/uploads.public.ts'
import { findMember, listMembers as listRows, type MemberRow } from './members.repo.ts'
import { findUserByEmail, insertUser, updateUser } from './team.repo.ts'

export interface MemberDeps {
  db: Db
  secrets: DeploymentSecrets
  publicUrl: string
  enqueue: Enqueue
  /** Undefined if the operator has not set up e-mail. */
  mailer: Mailer | undefined
}

type Invitation = RouteResponse<typeof inviteRoute, 201>

export async function listMembers(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof listRoute>,
): Promise<RouteResponse<typeof listRoute, 200>> {
  requireAdmin(principal)
  const page = readCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const found = await listRows(db, principal.teamId, page.after ?? 0, page.limit + 1)
  const { rows, next_cursor } = cutPage(found, page, (row) => [row.id])
  return { members: rows.map(viewMember), next_cursor }
}

export async function inviteMember(
  deps: MemberDeps,
  principal: Principal,
  { name, email, role }: { name: string; email: string; role: Role },
): Promise<Invitation> {
  requireAdmin(principal)
  if (hasForbiddenCharacters(name)) throw invalidField('name', forbiddenCharactersMessage)
  if (hasForbiddenCharacters(email)) throw invalidField('email', forbiddenCharactersMessage)
  if (await findUserByEmail(deps.db, email)) throw new AppError('address_taken')
  const user = await insertUser(deps.db, { team_id: principal.teamId, email, name: name.trim(), role }).catch(
    (error: unknown) => {
      // Two admins may invite the same person concurrently.
      if ((error as { code?: unknown }).code === '23505')
        throw new AppError('address_taken', { cause: error })
      throw error
    },
  )
  return makeLink(deps, principal, user.id)
}

export async function inviteAgain(
  deps: MemberDeps,
  principal: Principal,
  userId: string,
): Promise<Invitation> {
  requireAdmin(principal)
  const member = await requireMember(deps.db, principal, userId)
  return makeLink(deps, principal, member.id)
}

async function makeLink(deps: MemberDeps, principal: Principal, userId: number): Promise<Invitation> {
  const { publicUrl, enqueue, mailer } = deps
  const mail = mailer && { teamId: principal.teamId, enqueue }
  const { link } = await inviteUser(deps, { userId, publicUrl, mail })
  const member = viewMember(await requireMember(deps.db, principal, String(userId)))
  return { member, link, is_sent: mail !== undefined }
}

export async function changeMember(
  { db }: { db: Db },
  principal: Principal,
  userId: string,
  change: { role?: Role; is_suspended?: boolean },
): Promise<Member> {
  requireAdmin(principal)
  const { id } = await requireMember(db, principal, userId)
  // Keeps the last admin from removing themselves by mistake.
  if (id === principal.userId) throw new AppError('not_on_yourself')
  const { role, is_suspended: isSuspended } = change
  await updateUser(db, id, {
    ...(role !== undefined && { role }),
    ...(isSuspended !== undefined && { isSuspended }),
  })
  return viewMember(await requireMember(db, principal, userId))
}

async function requireMember(db: Db, principal: Principal, userId: string): Promise<MemberRow> {
  const id = Number(userId)
  const row = isId(id) ? await findMember(db, principal.teamId, id) : undefined
  if (!row) throw new AppError('member_not_found')
  return row
}

function viewMember(row: MemberRow): Member {
  const { id, name, email, role } = row
  return {
    id,
    name,
    email,
    role,
    is_suspended: row.suspended_at !== null,
    has_signed_in_before: row.has_account,
    invited_until: row.invited_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
