/** Values of a query that fall back instead of failing. */

const paramOf = (query: unknown, name: string): unknown => (query as Record<string, unknown> | null)?.[name]

/** A whole number from 0 to `max`. */
export function readWhole(
  query: unknown,
  name: string,
  { fallback, max }: { fallback: number; max: number },
): number {
  const value = paramOf(query, name)
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Math.min(Number(value), max) : fallback
}

/** Trimmed, without what PostgreSQL refuses; empty when it is missing. */
export function readText(query: unknown, name: string, maxChars = 500): string {
  const value = paramOf(query, name)
  return typeof value === 'string' ? value.replaceAll('\0', ' ').toWellFormed().slice(0, maxChars).trim() : ''
}

/** Of a parameter that may come several times. */
export function readAll(query: unknown, name: string): string[] {
  const value = paramOf(query, name)
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}
