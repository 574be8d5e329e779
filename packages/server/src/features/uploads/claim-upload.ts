/**
 * Lets one of several racing calls accept an upload. The copy may be of ten gigabytes, so it must not be made once per
 * call; and it may take minutes, so it is made outside a transaction, under a claim that expires when its process dies.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { claimSeconds, releaseClaim, renewClaim, takeClaim } from './upload-claims.repo.ts'

/** Clients wait this long for the call that copies; then they call again. */
const waitMs = 20_000
const longestPauseMs = 1_000

/** The claim of another call; ask again later. */
const claimed = Symbol('claimed')

/** Repeats `attempt`, which reads the record each time, while another call holds the claim. */
export async function whileClaimed<T>(attempt: () => Promise<T | typeof claimed>): Promise<T> {
  const deadline = performance.now() + waitMs
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const result = await attempt()
    if (result !== claimed) return result
    if (performance.now() > deadline) throw stillCopying()
    await sleep(pauseMs * (0.5 + Math.random() / 2))
  }
}

/** Runs `work` unless another call holds the claim. */
export async function underClaim<T>(
  db: Db,
  name: string,
  work: () => Promise<T>,
): Promise<T | typeof claimed> {
  const holder = randomUUID()
  if (!(await takeClaim(db, name, holder))) return claimed
  // A renewal that fails costs a second copy at worst.
  const renewing = setInterval(() => void renewClaim(db, name, holder).catch(() => {}), claimSeconds * 250)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    // If this fails, the claim expires.
    await releaseClaim(db, name, holder).catch(() => {})
  }
}

function stillCopying(): AppError {
  return new AppError('unavailable', {
    message: 'Another call is accepting this upload. Call complete again in a few seconds.',
    headers: { 'retry-after': '5' },
  })
}
