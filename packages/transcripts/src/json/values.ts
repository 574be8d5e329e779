/** Reads values of unknown JSON. */

export type JsonRecord = Readonly<Record<string, unknown>>

export function asRecord(value: unknown): JsonRecord | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null
}

export function asList(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** From 0 to 1, also as a string. */
export function asConfidence(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : undefined
}
