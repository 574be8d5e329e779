/** How a file is divided into parts, and which of them are missing. Pure. */

const MiB = 1024 * 1024

export const multipartLimits = {
  partBytes: 16 * MiB,
  maxParts: 1000,
  /** The largest part of S3. */
  maxPartBytes: 5 * 1024 * MiB,
}

export interface PartPlan {
  sizeBytes: number
  partSize: number
  partCount: number
}

export interface PlannedPart {
  number: number
  bytes: number
}

/** Undefined when the file is too large for the number of parts. */
export function planParts(sizeBytes: number): PartPlan | undefined {
  const { partBytes, maxParts, maxPartBytes } = multipartLimits
  // Whole megabytes, so that sizes are easy to read.
  const needed = Math.ceil(sizeBytes / maxParts / MiB) * MiB
  const partSize = Math.max(partBytes, needed)
  if (partSize > maxPartBytes) return undefined
  return { sizeBytes, partSize, partCount: Math.ceil(sizeBytes / partSize) }
}

export const bytesOfPart = ({ sizeBytes, partSize, partCount }: PartPlan, number: number): number =>
  number < partCount ? partSize : sizeBytes - (partCount - 1) * partSize

export const isPartOf = ({ partCount }: PartPlan, number: number): boolean =>
  Number.isInteger(number) && number >= 1 && number <= partCount

/** The parts with these numbers, or all. */
export function partsOf(plan: PartPlan, numbers?: readonly number[]): PlannedPart[] {
  const wanted = numbers ?? Array.from({ length: plan.partCount }, (_, i) => i + 1)
  return wanted.map((number) => ({ number, bytes: bytesOfPart(plan, number) }))
}

/** A part of another length counts as missing: it has to be sent again. */
export function findMissingParts(plan: PartPlan, stored: readonly PlannedPart[]): number[] {
  const bytesByNumber = new Map(stored.map(({ number, bytes }) => [number, bytes]))
  return partsOf(plan)
    .filter(({ number, bytes }) => bytesByNumber.get(number) !== bytes)
    .map(({ number }) => number)
}
