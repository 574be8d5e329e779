/** One attempt: sends an event and describes the result as it is stored. */
import type { Delivery, Event } from '@inlet/contract'
import type { Outbound, OutboundResult } from '../../platform/outbound/outbound.ts'
import { attemptTimeoutMs, isSuccess, readRetryAfterMs } from './delivery.policy.ts'
import type { Sign } from './sign-event.ts'

export type StoredAttempt = Delivery['attempts'][number]

export interface AttemptResult {
  isSuccess: boolean
  /** Null without a response. */
  httpStatus: number | null
  retryAfterMs: number
  attempt: StoredAttempt
}

export interface EventRequest {
  url: string
  sign: Sign
  event: Event
  signal?: AbortSignal | undefined
}

export async function attemptDelivery(
  { outbound, now }: { outbound: Outbound; now: () => number },
  { url, sign, event, signal }: EventRequest,
): Promise<AttemptResult> {
  const startedAt = new Date(now())
  const result = await outbound.send({
    method: 'POST',
    url,
    ...sign(event, startedAt),
    timeoutMs: attemptTimeoutMs,
    ...(signal && { signal }),
  })
  const at = startedAt.toISOString()
  if (result.kind === 'failed')
    return { isSuccess: false, httpStatus: null, retryAfterMs: 0, attempt: describeFailure(at, result) }
  const { status, retryAfter, excerpt, durationMs } = result
  return {
    isSuccess: isSuccess(status),
    httpStatus: status,
    retryAfterMs: readRetryAfterMs(status, retryAfter, now()),
    attempt: {
      at,
      http_status: status,
      error: null,
      duration_ms: durationMs,
      response_excerpt: excerpt,
    },
  }
}

function describeFailure(
  at: string,
  { message, durationMs }: Extract<OutboundResult, { kind: 'failed' }>,
): StoredAttempt {
  return { at, http_status: null, error: message, duration_ms: durationMs, response_excerpt: null }
}
