import { setTimeout as sleep } from 'node:timers/promises'
import { type DeploymentSecrets, sealInTransaction } from '../../platform/auth/deployment-secrets.ts'
import { newInvitationToken } from '../../platform/auth/secrets.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { findAccountByEmail, findProfile, replacePasswordReset } from './accounts.repo.ts'
import { countAddress, countResetOf } from './attempts.ts'
import { invitationHmac } from './invite-user.ts'
import { enqueueAccountMail } from './send-account-mail.job.ts'
import type { SignInDeps } from './sign-in.ts'

export interface PasswordResetDeps extends SignInDeps {
  secrets: DeploymentSecrets
  enqueue: Enqueue
  mailer: Mailer | undefined
}

const validMinutes = 60
const answerAfterMs = 300

/** Answers known and unknown addresses identically, and not before a fixed time, which hides the work for known ones. */
export async function requestPasswordReset(
  deps: PasswordResetDeps,
  { email }: { email: string },
  address: string,
): Promise<void> {
  if (!deps.mailer) throw new AppError('mail_not_configured')
  await countAddress(deps, address)
  await countResetOf(deps, email)
  await Promise.all([resetPasswordOf(deps, email.trim()), sleep(answerAfterMs)])
}

/** Only for users with a password: others sign in through the provider, or have not accepted their invitation yet. */
async function resetPasswordOf(deps: PasswordResetDeps, email: string): Promise<void> {
  const { db, secrets, enqueue } = deps
  const account = await findAccountByEmail(db, email)
  if (!account?.password_hash) return
  const userId = account.user_id
  const profile = await findProfile(db, userId)
  if (!profile) return
  const token = newInvitationToken()
  const hmac = invitationHmac(secrets, token)
  await inTransaction(db, async (tx) => {
    const sealed = await sealInTransaction(tx, secrets, token)
    await replacePasswordReset(tx, userId, { hmac, sealed }, validMinutes)
    await enqueueAccountMail(tx, enqueue, {
      userId,
      teamId: profile.team_id,
      purpose: 'password_reset',
      hmac,
    })
  })
}
