/**
 * How a form is cut into parts while it arrives. Its file has no length of its own, but the request has one, and little
 * may follow the file: so all but the last bytes are known to be there, and their parts can be streamed. Pure.
 */

const MiB = 1024 ** 2

/** What may follow the file: the last boundary, and fields that are ignored. */
export const maxTrailerBytes = 64 * 1024
/** Every part but the last must have at least this size. */
const minPartBytes = 5 * MiB
const preferredPartBytes = 16 * MiB
const maxParts = 9_999

export interface PartPlan {
  /** Parts of exactly this size, then one of what is left. Some stores accept parts of one size only. */
  partBytes: number
  partCount: number
}

/** Undefined when the file is too small for parts; it is held in memory and stored by one request. */
export function planParts(requestBytesLeft: number, maxRequestBytes: number): PartPlan | undefined {
  const certain = requestBytesLeft - maxTrailerBytes
  if (certain < minPartBytes) return undefined
  // Parts are made equal, so that half of this is the least that one can have.
  const most = Math.max(Math.min(preferredPartBytes, maxRequestBytes), 2 * minPartBytes)
  const partCount = Math.ceil(certain / Math.max(most, Math.ceil(certain / maxParts)))
  return { partBytes: Math.floor(certain / partCount), partCount }
}
