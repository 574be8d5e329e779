import { sql } from 'kysely'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import { rotateSigningKeys } from '../../platform/auth/signing-keys.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'

const rotateAfterDays = 30

export async function handleTidy(deps: { db: Db; secrets: SecretBox }, attempt: Attempt): Promise<void> {
  if (await isRotationDue(deps.db)) {
    const kid = await rotateSigningKeys(deps.db, deps.secrets, { isImmediate: false })
    attempt.log.info({ kid }, 'signing key rotated')
  }
  // A bucket whose newest hit is an hour old counts nothing; addresses of strangers would pile up otherwise.
  await sql`delete from rate_limit where hits[cardinality(hits)] < now() - interval '1 hour'`.execute(deps.db)
  await sql`delete from api_key_secret where expires_at < now() - interval '30 days'`.execute(deps.db)
}

async function isRotationDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select max(active_from) < now() - make_interval(days => ${rotateAfterDays}) as is_due from signing_key`.execute(
    db,
  )
  return rows[0]?.is_due ?? false
}
