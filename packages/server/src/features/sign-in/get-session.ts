import { roles } from '@inlet/contract'
import type { Session } from '@inlet/contract/workspace'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findProfile } from './accounts.repo.ts'

/** The signed-in user, as the workspace shows them. */
export async function getSession(
  { db, operatorTeamId }: { db: Db; operatorTeamId: number },
  userId: number,
): Promise<Session> {
  const profile = await findProfile(db, userId)
  if (!profile) throw new AppError('signed_out')
  return {
    user: {
      id: profile.id,
      name: profile.name,
      email: profile.email,
      role: profile.role,
      has_password: profile.password_hash !== null,
    },
    team: { id: profile.team_id, name: profile.team_name },
    can_write: profile.role !== roles.viewer,
    is_operator: profile.role === roles.admin && profile.team_id === operatorTeamId,
  }
}
