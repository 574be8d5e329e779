import { createHash } from 'node:crypto'

/** The namespace of all GUIDs that Inlet derives; changing it would make two exports of one project unmatchable. */
const namespace = Buffer.from('8f1b7c52a0d94e6f9a3e5d2c41b70e68', 'hex')

/** The same GUID for the same name (UUID version 5): upper case, without braces, as importers expect it. */
export function deriveGuid(name: string): string {
  const hash = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex').toUpperCase()
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
