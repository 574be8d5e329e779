/** Checks the fields of a form against its signed policy, as S3 does. Pure. */

export interface FormRule {
  key: string
  contentType: string | undefined
  minBytes: number
  maxBytes: number
  /** In milliseconds since 1970. */
  expiresAt: number
}

/** Fields that a policy does not list. */
const uncovered = new Set(['policy', 'x-amz-signature', 'file'])

type Condition = { name: string; value: string } | { range: [number, number] }

/** Undefined when the policy cannot be read, or a field is missing, differs or is not covered by the policy. */
export function readFormRule(policy: unknown, fields: ReadonlyMap<string, string>): FormRule | undefined {
  if (!isRecord(policy) || !Array.isArray(policy['conditions'])) return undefined
  const expiresAt = Date.parse(String(policy['expiration']))
  const conditions = policy['conditions'].map(readCondition)
  const exact = new Map<string, string>()
  let range: [number, number] | undefined
  for (const condition of conditions) {
    if (!condition) return undefined
    if ('range' in condition) range = condition.range
    else exact.set(condition.name, condition.value)
  }
  const isMatch =
    [...exact].every(([name, value]) => fields.get(name) === value) &&
    [...fields.keys()].every((name) => exact.has(name) || uncovered.has(name) || name.startsWith('x-ignore-'))
  const key = exact.get('key')
  if (!isMatch || key === undefined || !range || !Number.isFinite(expiresAt)) return undefined
  return { key, contentType: exact.get('content-type'), minBytes: range[0], maxBytes: range[1], expiresAt }
}

function readCondition(condition: unknown): Condition | undefined {
  if (Array.isArray(condition)) {
    const [name, least, most] = condition as unknown[]
    return name === 'content-length-range' && Number.isInteger(least) && Number.isInteger(most)
      ? { range: [Number(least), Number(most)] }
      : undefined
  }
  const [entry, ...others] = isRecord(condition) ? Object.entries(condition) : []
  if (!entry || others.length > 0 || typeof entry[1] !== 'string') return undefined
  return { name: entry[0].toLowerCase(), value: entry[1] }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
