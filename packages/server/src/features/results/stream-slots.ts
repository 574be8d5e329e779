/** Limits how many streams an API key can read at the same time, in this process. */
import { AppError } from '../../platform/errors.ts'

export interface StreamSlots {
  /** Returns a function that frees the slot. */
  enter(keyId: number): () => void
}

const retryAfterSeconds = 5

export function createStreamSlots(perKey = 2): StreamSlots {
  const running = new Map<number, number>()
  return {
    enter(keyId) {
      const count = running.get(keyId) ?? 0
      if (count >= perKey)
        throw new AppError('rate_limited', {
          message: `${perKey} streams of this API key are running, which is the limit. Finish or close one of them, then retry.`,
          headers: { 'retry-after': String(retryAfterSeconds) },
        })
      running.set(keyId, count + 1)
      return () => {
        const left = (running.get(keyId) ?? 1) - 1
        if (left > 0) running.set(keyId, left)
        else running.delete(keyId)
      }
    },
  }
}
