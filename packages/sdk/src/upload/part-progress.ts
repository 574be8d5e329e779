/**
 * Counts the bytes of an upload in parts. Of the parts under way at most one is counted, so that the count never goes
 * back by more than a part, whatever fails.
 */

export interface PartProgress {
  /** Bytes of a part that is under way; negative when its attempt has failed. */
  sent(bytes: number): void
  /** The store has the part. */
  acknowledged(bytes: number): void
}

export function createPartProgress(partSize: number, onSent: (bytes: number) => void): PartProgress {
  let stored = 0
  let underWay = 0
  let reported = 0

  function report(): void {
    const now = stored + Math.min(underWay, partSize)
    const change = now - reported
    reported = now
    if (change !== 0) onSent(change)
  }

  return {
    sent(bytes) {
      underWay += bytes
      report()
    },
    acknowledged(bytes) {
      stored += bytes
      underWay = Math.max(0, underWay - bytes)
      report()
    },
  }
}
