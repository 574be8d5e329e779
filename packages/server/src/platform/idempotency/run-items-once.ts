/**
 * Runs the items of a batch, each of which takes effect once and is remembered by itself. The batch is recorded with the
 * first item that succeeds, under the key of the request, so that no other request can use that key. See docs/adr/0082.
 */
import type { Db, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { underFirstClaim } from './hold-claim.ts'
import {
  findRecordedCall,
  type IdempotentCall,
  insertRecordedCall,
  listRecordedCalls,
} from './idempotency.repo.ts'
import {
  inProgress,
  noMemory,
  type Once,
  type OnceOptions,
  requireSameFingerprint,
  runUnclaimed,
} from './run-once.ts'

export type RunItem = <Outcome extends object, Result extends { status: number }>(
  index: number,
  options: OnceOptions<Outcome, Result>,
) => Promise<Once<Result>>

/** For a batch without an idempotency key. */
export const runItemPlain: RunItem = async (_index, { perform }) => ({
  result: await perform(noMemory),
  isReplayed: false,
})

/** A key sent by a client has no line break, so it cannot be the key of an item. */
const itemKey = (key: string, index: number) => `${key}\n${index}`

/** Under a claim on the key, so that a repetition never runs beside the first request. */
export async function runItemsOnce<T>(
  db: Db,
  batch: IdempotentCall,
  count: number,
  work: (runItem: RunItem) => Promise<T>,
): Promise<T> {
  const run = async () => {
    const keys = Array.from({ length: count }, (_, index) => itemKey(batch.key, index))
    const records = await listRecordedCalls(db, batch.keyId, [batch.key, ...keys])
    for (const record of records) requireSameFingerprint(batch, record)
    const recordOf = new Map(records.map((record) => [record.key, record]))
    let isBatchRecorded = recordOf.has(batch.key)
    const alsoRecord = async (tx: Tx) => {
      if (!isBatchRecorded) await recordBatch(tx, batch)
    }
    return work(async (index, options) => {
      const key = itemKey(batch.key, index)
      const once = await runUnclaimed(db, { ...batch, key, alsoRecord }, recordOf.get(key), options)
      isBatchRecorded = true
      return once
    })
  }
  return underFirstClaim(db, [batch], run, () => Promise.reject(inProgress()))
}

/** Items that commit at the same time wait here for the first of them. */
async function recordBatch(tx: Tx, batch: IdempotentCall): Promise<void> {
  if (await insertRecordedCall(tx, batch, { status: null, outcome: {} })) return
  const record = await findRecordedCall(tx, batch)
  if (!record) throw new AppError('idempotency_in_progress')
  requireSameFingerprint(batch, record)
}
