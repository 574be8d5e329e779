/**
 * Knows whether the running code is inside a transaction. A call to another system from there would hold locks and a
 * connection for as long as that system takes to answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ isOpen: boolean }>()

export async function markTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await current.run(transaction, work)
  } finally {
    // What was started inside and outlives the transaction, such as a timer, is no longer part of it.
    transaction.isOpen = false
  }
}

export function assertNoTransaction(call: string): void {
  if (current.getStore()?.isOpen) throw new Error(`${call} was called inside a database transaction.`)
}
