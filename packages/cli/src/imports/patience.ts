/** Rides out what passes: a service that restarts, a store that is away, a network that breaks. */
import { ConnectionError, ServerError, TimeoutError, UploadError } from '@inlet/sdk'

const pausesMs = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 60_000, 60_000]

export function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.code !== 'certificate_refused'
  if (error instanceof UploadError) return error.isTransient
  return error instanceof TimeoutError || error instanceof ServerError
}

/** For some three and a half minutes; the SDK's own quick repetitions come on top. */
export async function patiently<T>(
  step: () => Promise<T>,
  signal: AbortSignal,
  pauses = pausesMs,
): Promise<T> {
  for (const pauseMs of pauses) {
    try {
      return await step()
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error
      await pause(pauseMs * (0.75 + Math.random() / 2), signal)
    }
  }
  return step()
}

/** Ends early, without an error, when the signal does. */
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
