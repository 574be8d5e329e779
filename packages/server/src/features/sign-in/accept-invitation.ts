import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findInvited, type Invited, setPassword, useInvitation } from './accounts.repo.ts'
import { countAddress } from './attempts.ts'
import { invitationHmac } from './invite-user.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { startSession } from './session-life.ts'
import { deleteSessionsOf } from './sessions.repo.ts'
import type { SignInDeps } from './sign-in.ts'

export async function readInvitation(deps: SignInDeps, token: string, address: string): Promise<Invited> {
  await countAddress(deps, address)
  const invited = await findInvited(deps.db, invitationHmac(deps.secrets, token))
  if (!invited) throw new AppError('invitation_invalid')
  return invited
}

/** Sets the password, ends earlier sessions and signs in. The token is that of an invitation or of a password reset. */
export async function acceptInvitation(
  deps: SignInDeps,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<{ token: string; userId: number }> {
  const invited = await readInvitation(deps, token, address)
  refuseWeakPassword('password', password, invited)
  const hash = await deps.passwords.hash(password)
  return inTransaction(deps.db, async (tx) => {
    if (!(await useInvitation(tx, invited.user_id, invitationHmac(deps.secrets, token))))
      throw new AppError('invitation_invalid')
    await setPassword(tx, invited.user_id, hash)
    await deleteSessionsOf(tx, invited.user_id)
    return {
      token: await startSession({ db: tx, secrets: deps.secrets }, invited.user_id),
      userId: invited.user_id,
    }
  })
}
