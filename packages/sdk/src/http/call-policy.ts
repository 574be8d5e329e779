/** Retry and priority rules of each operation. A new operation of the contract does not compile without an entry. */
import type { OperationId } from '../contract.ts'
import { ApiError, ConnectionError, type InletError, RateLimitedError, TimeoutError } from '../errors.ts'
import type { Priority } from './pacer.ts'

export interface CallPolicy {
  /** False if a second call would fail: then it is retried only if it cannot have had an effect. */
  isRepeatable: boolean
  priority: Priority
  timeoutMs: number
}

const quick = 60_000
/** Completing checks every object and may copy it inside the store, which takes a while for large objects. */
const slow = 300_000

/** Also for changes that have the same effect when repeated. */
const read: CallPolicy = { isRepeatable: true, priority: 'start', timeoutMs: quick }
/** Repeatable because every POST has an Idempotency-Key, which its retries share. */
const create: CallPolicy = { isRepeatable: true, priority: 'start', timeoutMs: quick }
const complete: CallPolicy = { isRepeatable: true, priority: 'complete', timeoutMs: slow }
/** Continues an import that has started, so it takes precedence over new ones. */
const proceed: CallPolicy = { isRepeatable: true, priority: 'complete', timeoutMs: quick }

export const callPolicies: Record<Exclude<OperationId, 'token.issue'>, CallPolicy> = {
  'projects.list': read,
  'projects.create': create,
  'insights.initialize': create,
  'insights.complete': complete,
  'insights.status': read,
  'insights.getUpload': read,
  'insights.startUpload': proceed,
  'insights.signUploadParts': proceed,
  'insights.discardUpload': proceed,
  'insights.list': read,
  'files.initialize': create,
  'files.complete': complete,
  'files.status': read,
  'files.getUpload': read,
  'files.startUpload': proceed,
  'files.signUploadParts': proceed,
  'files.discardUpload': proceed,
  'files.list': read,
  'surveys.initialize': create,
  'surveys.complete': complete,
  'surveys.status': read,
  'surveys.retryPart': proceed,
  // A retry after success would fail, because the part no longer exists.
  'surveys.withdrawPart': { ...proceed, isRepeatable: false },
  'surveys.retypeColumn': proceed,
  'surveys.append': create,
  'surveys.registerMedia': proceed,
  'surveys.retryMedia': proceed,
  'surveys.withdrawMedia': proceed,
  'surveys.getMediaUpload': read,
  'surveys.startMediaUpload': proceed,
  'surveys.signMediaUploadParts': proceed,
  'surveys.discardMediaUpload': proceed,
  'surveys.list': read,
  'batches.initialize': create,
  'batches.complete': complete,
  // For many imports that are followed, so it yields to calls that start or complete them.
  'batches.status': { ...read, priority: 'poll' },
  'bundles.initialize': create,
  'bundles.complete': complete,
  'bundles.status': read,
  'bundles.getVolumeUpload': read,
  'bundles.startVolumeUpload': proceed,
  'bundles.signVolumeUploadParts': proceed,
  'bundles.discardVolumeUpload': proceed,
  'events.list': read,
  'projects.listManaged': read,
  'projects.get': read,
  'projects.update': read,
  'insights.update': read,
  'files.update': read,
  'surveys.update': read,
  // A retry after success would fail, because the record is already in the trash.
  'projects.delete': { ...create, isRepeatable: false },
  'projects.restore': create,
  'insights.delete': { ...create, isRepeatable: false },
  'insights.restore': create,
  'files.delete': { ...create, isRepeatable: false },
  'files.restore': create,
  'surveys.delete': { ...create, isRepeatable: false },
  'surveys.restore': create,
  'media.delete': { ...create, isRepeatable: false },
  'media.restore': create,
  'trash.list': read,
  'respondents.erase': create,
  'erasures.get': read,
  'exports.create': create,
  'exports.list': read,
  'exports.get': read,
  'exports.delete': { ...create, isRepeatable: false },
  'webhooks.create': create,
  'webhooks.list': read,
  'webhooks.get': read,
  'webhooks.update': read,
  // A retry after success would fail, because the webhook no longer exists.
  'webhooks.delete': { ...create, isRepeatable: false },
  'webhooks.rotate': create,
  'webhooks.test': create,
  'webhooks.listDeliveries': read,
  'webhooks.redeliver': create,
  'webhooks.redeliverSince': create,
  'insights.get': read,
  'insights.pages': read,
  'insights.text': read,
  'insights.urls': read,
  'files.get': read,
  'files.transcript': read,
  'files.pages': read,
  'files.text': read,
  'files.urls': read,
  'surveys.get': read,
  'surveys.columns': read,
  'surveys.responses': read,
  'surveys.results': read,
  'surveys.respondents': read,
  'surveys.media': read,
  'media.get': read,
  'media.transcript': read,
  'media.urls': read,
  'participants.list': read,
  'participants.get': read,
}

const transientStatuses = new Set([500, 502, 503, 504])

export function isRetryable(policy: CallPolicy, error: InletError): boolean {
  if (error instanceof RateLimitedError) return true
  if (error instanceof ConnectionError) {
    if (error.code === 'certificate_refused') return false
    return policy.isRepeatable || !error.mayHaveArrived
  }
  if (error instanceof TimeoutError) return policy.isRepeatable
  if (!(error instanceof ApiError)) return false
  // With this code the service guarantees that nothing was changed; the 503 of a proxy does not.
  if (error.code === 'unavailable' || isInProgress(error)) return true
  return policy.isRepeatable && transientStatuses.has(error.status)
}

/** An earlier attempt is still running; the same request will return its answer. */
export const isInProgress = (error: InletError): boolean =>
  error instanceof ApiError && error.code === 'idempotency_in_progress'
