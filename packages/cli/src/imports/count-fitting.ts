export interface BatchLimits {
  maxItems: number
  maxBytes: number
}

/** How many of the first items fit in one batch. The first always does; if it is too large, the service says so. */
export function countFitting(
  items: readonly { bytes: number }[],
  { maxItems, maxBytes }: BatchLimits,
): number {
  let bytes = 0
  let count = 0
  for (const one of items.slice(0, maxItems)) {
    bytes += one.bytes
    if (bytes > maxBytes && count > 0) break
    count += 1
  }
  return count
}
