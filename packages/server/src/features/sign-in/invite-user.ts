/** Makes the link with which a person chooses a password: the first one, or a new one when it is forgotten. */
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
  // After the #: browsers keep that part to themselves, so it is in no log on the way.
  return { link: `${publicUrl}/invitation#${token}`, expires_at: expiresAt }
}
