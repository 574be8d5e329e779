import type { Passwords } from '../../platform/auth/passwords.ts'
import type { LiveSession } from '../../platform/auth/sessions.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { deletePasswordReset, findProfile, setPassword } from './accounts.repo.ts'
import { countEmail } from './attempts.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { deleteSessionsOf } from './sessions.repo.ts'
import type { SignInDeps } from './sign-in.ts'

/** Ends all other sessions, including those of anyone who knew the old password. */
export async function changePassword(
  deps: SignInDeps & { passwords: Passwords },
  { id, principal }: LiveSession,
  input: { current_password: string; new_password: string },
): Promise<void> {
  const profile = await findProfile(deps.db, principal.userId)
  if (!profile) throw new AppError('signed_out')
  // Rate limited, because a stolen session must not allow unlimited guesses.
  await countEmail(deps, profile.email)
  if (!(await deps.passwords.isPassword(input.current_password, profile.password_hash ?? undefined)))
    throw new AppError('wrong_password')
  refuseWeakPassword('new_password', input.new_password, profile)
  const hash = await deps.passwords.hash(input.new_password)
  await inTransaction(deps.db, async (tx) => {
    await setPassword(tx, profile.id, hash)
    await deletePasswordReset(tx, profile.id)
    await deleteSessionsOf(tx, profile.id, id)
  })
}
