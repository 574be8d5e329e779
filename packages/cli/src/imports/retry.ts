/** Retries over a restart of the service or an outage of the store or the network. */
import { isTransient } from '@inlet/sdk'

const pausesMs = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 60_000, 60_000]

/** For about three and a half minutes; the SDK retries each call a few times on its own. */
export async function retryTransient<T>(
  step: () => Promise<T>,
  signal: AbortSignal,
  pauses = pausesMs,
): Promise<T> {
  for (const pauseMs of pauses) {
    try {
      return await step()
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error
      await pause(pauseMs * (0.75 + Math.random() / 2), signal)
    }
  }
  return step()
}

/** Resolves early, without an error, when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
