/** Values of variables in the form that their type demands. What does not fit is left out. */

export const variableTypes = ['Text', 'Boolean', 'Integer', 'Float', 'Date', 'DateTime'] as const
export type VariableType = (typeof variableTypes)[number]

export type CaseValue = string | number | boolean | Date

const writers: Readonly<Record<VariableType, (value: CaseValue) => string | undefined>> = {
  Text: (value) => (typeof value === 'string' ? value : undefined),
  Boolean: (value) => (typeof value === 'boolean' ? String(value) : undefined),
  Integer: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
  Float: (value) => (typeof value === 'number' ? decimal(value) : undefined),
  Date: (value) => (value instanceof Date ? timeOf(value)?.slice(0, 10) : undefined),
  DateTime: (value) => (value instanceof Date ? timeOf(value) : undefined),
}

export const writeValue = (type: VariableType, value: CaseValue): string | undefined => writers[type](value)

/** Without exponent: the schema has decimals, not floating-point numbers. */
function decimal(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) >= 1 ? BigInt(Math.trunc(value)).toString() : value.toFixed(20).replace(/0+$/, '0')
}

/** Years beyond 9999 have a sign that the schema does not know. */
export function timeOf(time: Date): string | undefined {
  if (Number.isNaN(time.getTime())) return undefined
  const text = time.toISOString()
  return /^\d{4}-/.test(text) ? `${text.slice(0, 19)}Z` : undefined
}
