import type { SecretBox } from '../../../platform/auth/secrets.ts'
import { rotateSigningKeys } from '../../../platform/auth/signing-keys.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import { deleteIdleRateLimits } from '../../../platform/rate-limit/delete-idle-rate-limits.ts'
import { deleteExpiredSecrets } from '../../keys/keys.public.ts'
import { deleteEndedSessions, deleteLapsedInvitations } from '../../sign-in/sign-in.public.ts'
import { deleteExpiredClaims } from '../../uploads/uploads.public.ts'
import { isSigningKeyOlderThan } from './cleanup.repo.ts'

const rotateAfterDays = 30

export async function handleNightlyCleanup(
  deps: { db: Db; secrets: SecretBox },
  attempt: Attempt,
): Promise<void> {
  if (await isSigningKeyOlderThan(deps.db, rotateAfterDays)) {
    const kid = await rotateSigningKeys(deps.db, deps.secrets, { isImmediate: false })
    attempt.log.info({ kid }, 'signing key rotated')
  }
  await deleteIdleRateLimits(deps.db)
  await deleteExpiredSecrets(deps.db)
  await deleteEndedSessions(deps.db)
  await deleteLapsedInvitations(deps.db)
  await deleteExpiredClaims(deps.db)
}
