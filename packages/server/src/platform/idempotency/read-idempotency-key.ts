import { invalidField } from '../errors.ts'

const maxCharacters = 255

/** A string of RFC 8941, in which only quotes and backslashes are escaped. */
const quotedString = /^"(?:[ !#-[\]-~]|\\["\\])*"$/
const printableAscii = /^[ -~]+$/

/** The value of the header, quoted or bare; undefined without the header. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const text = Array.isArray(header) ? header.join(', ') : header
  const key = quotedString.test(text) ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : text
  const isMalformed = key === text && text.startsWith('"')
  if (isMalformed || !printableAscii.test(key) || key.length > maxCharacters)
    throw invalidField('Idempotency-Key', `must have 1 to ${maxCharacters} printable ASCII characters`)
  return key
}
