/** Saves the results of a turn in batches while it goes on sending. */
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Lane } from './delivery.policy.ts'
import { type DeliveryResult, type Lease, saveResults, updateLease } from './sending.repo.ts'
import { disableWebhookRow } from './webhooks.repo.ts'

/** Limits how many events are sent twice after a crash. */
const resultsPerBatch = 200

export interface ResultWriter {
  add(result: DeliveryResult, options?: { isGone: boolean }): void
  /** True once nothing more should be sent: the lease is lost, the webhook is disabled, or a write has failed. */
  isClosed(): boolean
  /** Resolves when the batches so far are saved. */
  written(): Promise<void>
  onSaved(listener: (key: string) => void): void
  /** Saves the remaining results and ends the lease. */
  close(nextLane: Lane): Promise<void>
}

export function createResultWriter(db: Db, lease: Lease): ResultWriter {
  let batch: DeliveryResult[] = []
  let isGone = false
  let isClosed = false
  let writing: Promise<void> = Promise.resolve()
  let onSaved: (key: string) => void = () => {}

  /** One after another, so that a batch takes effect before the next one. */
  function write(nextLane: Lane | null): Promise<void> {
    const results = batch
    batch = []
    writing = writing.then(async () => {
      if (isClosed) return
      isClosed = (await writeBatch(db, lease, { results, nextLane, isGone })) === 'ended'
      for (const { key } of results) onSaved(key)
    })
    // Also reported by close, which waits for all writes.
    writing.catch(() => {
      isClosed = true
    })
    return writing
  }

  return {
    add(result, options) {
      isGone ||= options?.isGone ?? false
      batch.push(result)
      if (batch.length >= resultsPerBatch) void write(null)
    },
    isClosed: () => isClosed,
    written: () => writing,
    onSaved(listener) {
      onSaved = listener
    },
    close: (nextLane) => write(nextLane),
  }
}

interface Batch {
  results: readonly DeliveryResult[]
  nextLane: Lane | null
  /** The receiver answered that it no longer exists. */
  isGone: boolean
}

function writeBatch(
  db: Db,
  lease: Lease,
  { results, nextLane, isGone }: Batch,
): Promise<'continued' | 'ended'> {
  const attempted = results.filter(({ outcome }) => outcome !== 'dropped')
  const hasSucceeded =
    attempted.length === 0 ? null : attempted.some(({ outcome }) => outcome === 'succeeded')
  return inTransaction(db, async (tx) => {
    const state = await updateLease(tx, lease, { hasSucceeded, nextLane })
    if (!state) return 'ended'
    if (results.length > 0) await saveResults(tx, results)
    if (!isGone && !state.has_failed_too_long) return nextLane === null ? 'continued' : 'ended'
    await disableWebhookRow(tx, lease.webhookId, isGone ? 'gone' : 'failing')
    return 'ended'
  })
}
