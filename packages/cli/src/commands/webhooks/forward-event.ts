/** Sends one event to a local address, as a webhook would. */
import { type InletEvent, signWebhook } from '@inlet/sdk'
import { reasonOf } from '../../client/issue-token.ts'

export interface Forwarded {
  event_id: string
  type: string
  /** Null if there was no response. */
  http_status: number | null
  error: string | null
  duration_ms: number
}

/** As long as the service waits for a receiver. */
const timeoutMs = 15_000

export async function forwardEvent(
  event: InletEvent,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<Forwarded> {
  const { headers, body } = await signWebhook(secret, event)
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const outcome = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, timeout]),
  }).then(
    async (response) => {
      await response.body?.cancel()
      return { http_status: response.status, error: null }
    },
    (error: unknown) => ({ http_status: null, error: describeFailure(error, timeout.aborted) }),
  )
  return {
    event_id: event.id,
    type: event.type,
    ...outcome,
    duration_ms: Math.round(performance.now() - startedAt),
  }
}

function describeFailure(error: unknown, isTooLate: boolean): string {
  return isTooLate ? `no response within ${timeoutMs / 1000} s` : `no connection${reasonOf(error)}`
}
