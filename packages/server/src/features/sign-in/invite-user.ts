/** Creates the link with which a user sets a first or new password. */
import { newInvitationToken, type SecretBox } from '../../platform/auth/secrets.ts'
import type { Db } from '../../platform/db/database.ts'
import { replaceInvitation } from './accounts.repo.ts'

const validDays = 7

export const invitationHmac = (secrets: SecretBox, token: string) => secrets.fingerprint('invitation', token)

export async function inviteUser(
  { db, secrets }: { db: Db; secrets: SecretBox },
  { userId, publicUrl }: { userId: number; publicUrl: string },
): Promise<{ link: string; expires_at: Date | undefined }> {
  const token = newInvitationToken()
  const expiresAt = await replaceInvitation(db, userId, invitationHmac(secrets, token), validDays)
  // In the fragment, which browsers do not send, so the token appears in no access log.
  return { link: `${publicUrl}/invitation#${token}`, expires_at: expiresAt }
}
