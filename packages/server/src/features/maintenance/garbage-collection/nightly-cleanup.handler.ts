import {
  type DeploymentSecrets,
  type GivenSecrets,
  retireSecrets,
  SecretInUse,
} from '../../../platform/auth/deployment-secrets.ts'
import { rotateSigningKeys } from '../../../platform/auth/signing-keys.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import {
  deleteExpiredIdempotencyClaims,
  deleteExpiredIdempotencyKeys,
} from '../../../platform/idempotency/idempotency.repo.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { deleteIdleRateLimits } from '../../../platform/rate-limit/delete-idle-rate-limits.ts'
import { dropOldEvents } from '../../events/events.public.ts'
import { deleteExpiredSecrets } from '../../keys/keys.public.ts'
import { forgetFormerProjects } from '../../projects/projects.public.ts'
import { deleteEndedSessions, deleteLapsedInvitations } from '../../sign-in/sign-in.public.ts'
import { abortUnrecorded, deleteExpiredClaims } from '../../uploads/uploads.public.ts'
import { deleteOrphanedDeliveries, dropOldDeliveries } from '../../webhooks/webhooks.public.ts'
import { isSigningKeyOlderThan } from './cleanup.repo.ts'
import { resealEverything } from './reseal-everything.ts'

const rotateAfterDays = 30

/** Long enough for processes that are restarted by hand. */
const retireAfterSeconds = 24 * 3600

export interface CleanupDeps {
  db: Db
  store: ObjectStore
  secrets: DeploymentSecrets
  config: GivenSecrets & Pick<Config, 'INLET_EVENT_RETENTION_DAYS'>
}

export async function handleNightlyCleanup(deps: CleanupDeps, attempt: Attempt): Promise<void> {
  if (await isSigningKeyOlderThan(deps.db, rotateAfterDays)) {
    const kid = await rotateSigningKeys(deps.db, deps.secrets, { isImmediate: false })
    attempt.log.info({ kid }, 'signing key rotated')
  }
  await retireUnusedSecrets(deps, attempt)
  await deleteIdleRateLimits(deps.db)
  await deleteExpiredSecrets(deps.db)
  await deleteEndedSessions(deps.db)
  await deleteLapsedInvitations(deps.db)
  await deleteExpiredClaims(deps.db)
  await forgetFormerProjects(deps.db)
  await deleteOldIdempotencyKeys(deps)
  await abortLostUploads(deps, attempt)
  const dropped = await dropOldEvents(deps.db, deps.config.INLET_EVENT_RETENTION_DAYS)
  await deleteOldDeliveries(deps)
  if (dropped.length > 0) attempt.log.info({ dropped }, 'old events deleted')
}

const idempotencyKeysAtOnce = 10_000

async function deleteOldIdempotencyKeys({ db }: CleanupDeps): Promise<void> {
  await deleteExpiredIdempotencyClaims(db)
  while ((await deleteExpiredIdempotencyKeys(db, idempotencyKeysAtOnce)) === idempotencyKeysAtOnce);
}

async function abortLostUploads(deps: CleanupDeps, attempt: Attempt): Promise<void> {
  const aborted = await abortUnrecorded(deps, { signal: attempt.signal })
  if (aborted === undefined)
    attempt.log.warn(
      'multipart uploads cannot be listed; a lifecycle rule of the bucket must abort those left behind',
    )
  else if (aborted > 0) attempt.log.info({ aborted }, 'multipart uploads without a record aborted')
}

const orphansAtOnce = 10_000

async function deleteOldDeliveries({ db, config }: CleanupDeps): Promise<void> {
  await dropOldDeliveries(db, config.INLET_EVENT_RETENTION_DAYS)
  while ((await deleteOrphanedDeliveries(db, orphansAtOnce)) === orphansAtOnce);
}

/** An operator who has removed INLET_SECRET_PREVIOUS has finished the rotation. */
async function retireUnusedSecrets({ db, config }: CleanupDeps, attempt: Attempt): Promise<void> {
  if (config.INLET_SECRET_PREVIOUS !== undefined) return
  try {
    const retired = await retireSecrets(db, {
      secret: config.INLET_SECRET,
      reseal: resealEverything,
      unusedForSeconds: retireAfterSeconds,
    })
    if (retired > 0) attempt.log.info({ retired }, 'old deployment secrets retired')
  } catch (error) {
    if (!(error instanceof SecretInUse)) throw error
    attempt.log.info('an old deployment secret is still in use')
  }
}
