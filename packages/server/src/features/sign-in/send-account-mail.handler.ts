import type { DeploymentSecrets } from '../../platform/auth/deployment-secrets.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { findUnsentLink, markLinkSent } from './account-mail.repo.ts'
import { writeAccountMail } from './account-mail.ts'
import { invitationHmac, invitationLink } from './invite-user.ts'
import type { sendAccountMail } from './send-account-mail.job.ts'

export interface AccountMailDeps {
  db: Db
  secrets: DeploymentSecrets
  mailer: Mailer | undefined
  publicUrl: string
}

/** If the process dies after sending, the same link is sent again under the same message id. */
export async function handleSendAccountMail(
  { db, secrets, mailer, publicUrl }: AccountMailDeps,
  { userId, purpose }: JobPayload<typeof sendAccountMail>,
  attempt: Attempt,
): Promise<void> {
  const unsent = await findUnsentLink(db, userId, purpose)
  // Another process may have replaced the sealing key since this one started.
  if (unsent) await secrets.load()
  const token = unsent && secrets.open(unsent.sealed_token)
  // A process of an older version replaces a link without the encrypted token.
  if (!unsent || token === undefined || !invitationHmac(secrets, token).equals(unsent.token_hmac)) return
  if (!mailer) throw new Error('INLET_SMTP_URL is set for the api, but not for this worker.')
  const { subject, text } = writeAccountMail({
    purpose,
    name: unsent.name,
    teamName: unsent.team_name,
    link: invitationLink(publicUrl, token),
    expiresAt: unsent.expires_at,
  })
  const id = unsent.token_hmac.toString('hex').slice(0, 32)
  await mailer.send({
    to: { name: unsent.name, address: unsent.email },
    subject,
    text,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  })
  await inTransaction(db, async (tx) => {
    await markLinkSent(tx, purpose, unsent.token_hmac)
    await attempt.complete(tx)
  })
}
