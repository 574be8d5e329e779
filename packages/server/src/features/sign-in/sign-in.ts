import type { Passwords } from '../../platform/auth/passwords.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findAccountByEmail } from './accounts.repo.ts'
import { type AttemptDeps, countAddress, countEmail } from './attempts.ts'
import { startSession } from './session-life.ts'

export interface SignInDeps extends AttemptDeps {
  db: Db
  passwords: Passwords
}

/** Answers unknown addresses, wrong passwords and suspended users identically, in the same time. */
export async function signIn(
  deps: SignInDeps,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<{ token: string; userId: number }> {
  await countAddress(deps, address)
  await countEmail(deps, email)
  const account = await findAccountByEmail(deps.db, email.trim())
  const isRight = await deps.passwords.isPassword(password, account?.password_hash ?? undefined)
  deps.metrics.signIns.inc({ method: 'password', outcome: isRight ? 'accepted' : 'refused' })
  if (!account || !isRight) throw new AppError('wrong_credentials')
  return { token: await startSession(deps, account.user_id), userId: account.user_id }
}
