import type { Delivery } from '@inlet/contract/workspace'

const soonMs = 10_000
/** An attempt that is overdue for longer waits for a worker; the user can refresh. */
const overdueMs = 60_000

/** True while the result of an attempt is expected at any moment. */
export function isDueNow({ next_attempt_at: at }: Pick<Delivery, 'next_attempt_at'>, now: number): boolean {
  if (at === null) return false
  const inMs = new Date(at).getTime() - now
  return inMs < soonMs && inMs > -overdueMs
}
