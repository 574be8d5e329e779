/** What a call returned. The model compares it with what the contract allows. */
export interface Answer {
  status: number
  /** From the request to the end of the response. */
  ms: number
  headers: Headers
  body: Record<string, unknown>
  text: string
}

/** An upload form of the service. */
export interface Descriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

export const listOf = (answer: Answer, name: string): Record<string, unknown>[] => {
  const list = answer.body[name]
  return Array.isArray(list) ? (list as Record<string, unknown>[]) : []
}

/** The object key that a descriptor uploads to. */
export const keyOf = (descriptor: Record<string, unknown>): string =>
  (descriptor['upload_fields'] as Record<string, string> | undefined)?.['key'] ?? ''

/** True when the body has exactly these values; other fields are ignored. */
export function hasFields(answer: Answer, fields: Record<string, unknown>): boolean {
  return Object.entries(fields).every(
    ([name, value]) => JSON.stringify(answer.body[name]) === JSON.stringify(value),
  )
}

/** An error in the shape of the contract. */
export const isError = (answer: Answer, status: number): boolean =>
  answer.status === status &&
  typeof answer.body['error'] === 'string' &&
  answer.body['error'] !== '' &&
  typeof answer.body['request_id'] === 'string'

/** For traces: the code of an error, or the beginning of the body. */
export function describeAnswer(answer: Answer): string {
  if (isError(answer, answer.status)) return `${answer.status} ${String(answer.body['code'])}`
  const text = answer.text.replaceAll(/\?X-Amz-[^"]*|"upload_fields":\{[^}]*\}/g, '')
  return `${answer.status} ${text.length > 600 ? `${text.slice(0, 600)}…` : text}`
}
