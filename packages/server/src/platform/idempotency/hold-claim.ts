/** Claims of running calls. They expire when the process dies, and only save work: losing one does no harm. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import {
  type Claim,
  claimSeconds,
  releaseIdempotencyClaim,
  renewIdempotencyClaim,
  takeIdempotencyClaim,
} from './idempotency.repo.ts'

/** Runs `work` under the first of these claims that is free; runs `otherwise` if none is. */
export async function underFirstClaim<T>(
  db: Db,
  claims: readonly Claim[],
  work: () => Promise<T>,
  otherwise: () => T | Promise<T>,
): Promise<T> {
  const holder = randomUUID()
  for (const claim of claims) {
    if (await takeIdempotencyClaim(db, claim, holder)) return holdWhile(db, claim, holder, work)
  }
  return otherwise()
}

async function holdWhile<T>(db: Db, claim: Claim, holder: string, work: () => Promise<T>): Promise<T> {
  const renewing = setInterval(
    () => void renewIdempotencyClaim(db, claim, holder).catch(() => {}),
    claimSeconds * 250,
  )
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    // If this fails, the claim expires.
    await releaseIdempotencyClaim(db, claim, holder).catch(() => {})
  }
}
