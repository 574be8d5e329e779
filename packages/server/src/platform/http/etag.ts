/** ETags of records, and changes that depend on them (RFC 9110, section 13.1.1). */
import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'

/** Of the record as it is sent: any visible change gives another one. */
export const etagOf = (record: object): string => `"${hashOf(record)}"`

/**
 * Of a response that contains more than the record, without quotes. It begins with the ETag of the record, so that it
 * can be sent in If-Match as well.
 */
export const extendedTagOf = (record: object, response: object): string =>
  `${hashOf(record)}.${hashOf(response)}`

const hashOf = (value: object): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27)

/** Refuses a change of a record that no longer has the ETag in If-Match. A weak ETag never matches. */
export function requireMatch(ifMatch: string | undefined, record: object): void {
  if (ifMatch === undefined) return
  const accepted = ifMatch.split(',').map((one) => one.trim().replace(/\.[^"]*"$/, '"'))
  if (accepted.includes('*') || accepted.includes(etagOf(record))) return
  throw new AppError('precondition_failed')
}
