/** Limits what one process carries: uploads with a verified signature and, separately, forms whose signature is not known yet. */
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { busyGateway } from './memory-budget.ts'

export interface UploadSlots {
  /** Runs an upload whose signature was verified. Throws if all slots are taken. */
  run<T>(kind: 'form' | 'part', upload: () => Promise<T>): Promise<T>
  /**
   * Counts a form until its signature is verified; returns what ends that. Beyond the limit, the oldest form is stopped
   * instead of the new one refused: clients send the fields at once, so the oldest is the least likely to be an upload, and
   * connections that are only held open cannot keep others out.
   */
  admitUnverified(stop: (error: Error) => unknown): () => void
}

export interface SlotLimits {
  maxUploads: number
  maxUnverified: number
}

export function createUploadSlots(
  { maxUploads, maxUnverified }: SlotLimits,
  { gatewayUploads }: Pick<Metrics, 'gatewayUploads'>,
): UploadSlots {
  let running = 0
  /** Oldest first. */
  const unverified = new Set<{ stop: (error: Error) => unknown }>()

  return {
    async run(kind, upload) {
      if (running >= maxUploads) throw busyGateway()
      running += 1
      gatewayUploads.inc({ kind })
      try {
        return await upload()
      } finally {
        running -= 1
        gatewayUploads.dec({ kind })
      }
    },
    admitUnverified(stop) {
      const form = { stop }
      unverified.add(form)
      const [oldest] = unverified
      if (oldest && unverified.size > maxUnverified) {
        unverified.delete(oldest)
        oldest.stop(busyGateway())
      }
      return () => void unverified.delete(form)
    },
  }
}
