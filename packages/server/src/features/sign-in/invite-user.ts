/** Creates the link with which a user sets a first or new password, and sends it if the operator has set up e-mail. */
import { type DeploymentSecrets, sealInTransaction } from '../../platform/auth/deployment-secrets.ts'
import { newInvitationToken, type SecretBox } from '../../platform/auth/secrets.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { replaceInvitation } from './accounts.repo.ts'
import { enqueueAccountMail } from './send-account-mail.job.ts'

const validDays = 7

export const invitationHmac = (secrets: SecretBox, token: string) => secrets.fingerprint('invitation', token)

/** In the fragment, which browsers do not send, so the token appears in no access log. */
export const invitationLink = (publicUrl: string, token: string) => `${publicUrl}/invitation#${token}`

export interface InviteUser {
  userId: number
  publicUrl: string
  /** Undefined if no e-mail is sent. */
  mail?: { teamId: number; enqueue: Enqueue } | undefined
}

export async function inviteUser(
  { db, secrets }: { db: Db; secrets: DeploymentSecrets },
  { userId, publicUrl, mail }: InviteUser,
): Promise<{ link: string; expires_at: Date | undefined }> {
  const token = newInvitationToken()
  const hmac = invitationHmac(secrets, token)
  const expiresAt = await inTransaction(db, async (tx) => {
    const sealed = mail ? await sealInTransaction(tx, secrets, token) : null
    const at = await replaceInvitation(tx, userId, { hmac, sealed }, validDays)
    if (mail)
      await enqueueAccountMail(tx, mail.enqueue, { userId, teamId: mail.teamId, purpose: 'invitation', hmac })
    return at
  })
  return { link: invitationLink(publicUrl, token), expires_at: expiresAt }
}
