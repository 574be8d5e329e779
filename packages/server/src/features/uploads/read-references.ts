import type { References } from '@inlet/contract'
import { AppError } from '../../platform/errors.ts'
import { referenceProblems, type StoredReferences, toReferences } from './references.policy.ts'

/** The `external_id` and `metadata` of a request. */
export function readReferences(request: References): StoredReferences {
  const details = referenceProblems(request)
  if (details.length > 0) throw new AppError('invalid_request', { body: { details } })
  return toReferences(request)
}
