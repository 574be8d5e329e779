/** Limits of the volumes of a bundle. Pure. */

/** Exports write volumes of up to 10 GB, and a file may have as much. */
export const volumeLimits = { maxBytes: 11 * 1024 ** 3, contentType: 'application/zip' } as const

/** A volume number in a path; undefined for anything else. */
export function readVolumeNumber(text: string): number | undefined {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined
}
