/** How each operation may be repeated and queued. A new operation of the contract does not compile without its line. */
import type { OperationId } from '../contract.ts'
import { ApiError, ConnectionError, type InletError, RateLimitedError, TimeoutError } from '../errors.ts'
import type { Priority } from './pacer.ts'

export interface CallPolicy {
  /** False where each call makes something new: then it is repeated only if nothing can have happened. */
  isRepeatable: boolean
  priority: Priority
  timeoutMs: number
}

const quick = 60_000
/** Completing looks at every object and may copy it inside the store, which takes a while for a large one. */
const slow = 300_000

const read: CallPolicy = { isRepeatable: true, priority: 'start', timeoutMs: quick }
const create: CallPolicy = { isRepeatable: false, priority: 'start', timeoutMs: quick }
const complete: CallPolicy = { isRepeatable: true, priority: 'complete', timeoutMs: slow }
/** Between the parts of one import: waiting here holds up something already begun. */
const goOn: CallPolicy = { isRepeatable: true, priority: 'complete', timeoutMs: quick }

export const callPolicies: Record<Exclude<OperationId, 'token.issue'>, CallPolicy> = {
  'projects.list': read,
  'projects.create': create,
  'insights.initialize': create,
  'insights.complete': complete,
  'insights.status': read,
  'insights.list': read,
  'files.initialize': create,
  'files.complete': complete,
  'files.status': read,
  'files.list': read,
  // Safe because the method puts an idempotency key into every request.
  'surveys.initialize': { ...create, isRepeatable: true },
  'surveys.complete': complete,
  'surveys.status': read,
  'surveys.retryPart': goOn,
  'surveys.append': create,
  'surveys.registerMedia': goOn,
  'surveys.retryMedia': goOn,
  'surveys.list': read,
}

const passing = new Set([500, 502, 503, 504])

export function mayRepeat(policy: CallPolicy, error: InletError): boolean {
  if (error instanceof RateLimitedError) return true
  if (error instanceof ConnectionError) {
    if (error.code === 'certificate_refused') return false
    return policy.isRepeatable || !error.mayHaveArrived
  }
  if (error instanceof TimeoutError) return policy.isRepeatable
  if (!(error instanceof ApiError)) return false
  // The service's own word for "nothing was changed"; a proxy's 503 promises nothing of the kind.
  if (error.code === 'unavailable') return true
  return policy.isRepeatable && passing.has(error.status)
}
