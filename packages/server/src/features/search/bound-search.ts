/**
 * Keeps searches from occupying the database: each uses one connection for a limited time, and only a few run at once
 * for one person and in one process.
 */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { inTimedTransaction, StatementTimeout } from '../../platform/db/timed-transaction.ts'
import { AppError } from '../../platform/errors.ts'
import { createSlots } from '../../platform/http/slots.ts'

const searchTimeoutMs = 5_000
const perPerson = 2
const maxWaiting = 8

export type RunSearch = <T>(
  principal: Principal,
  search: (tx: Tx) => Promise<T>,
  /** For each statement. */
  limitMs?: number,
) => Promise<T>

export function boundSearches(db: Db, poolSize: number, timeoutMs = searchTimeoutMs): RunSearch {
  const total = Math.max(1, Math.floor(poolSize / 2))
  const run = createSlots({ total, perCaller: perPerson, maxWaiting, waitMs: timeoutMs })
  return (principal, search, limitMs = timeoutMs) =>
    run(String(principal.userId), () =>
      inTimedTransaction(db, limitMs, search).catch((error: unknown) => {
        if (!(error instanceof StatementTimeout)) throw error
        throw new AppError('search_too_slow', { cause: error, headers: { 'retry-after': '5' } })
      }),
    )
}
