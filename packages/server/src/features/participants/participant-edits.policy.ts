/** What a corrected name, address or note may be. */
import type { ParticipantChanges } from '@inlet/contract/workspace'

/** Not a check of RFC 5322: it only catches what cannot be an address. */
const address = /^[^\s@]+@[^\s@]+$/

export type ReadChanges =
  | { ok: true; changes: ParticipantChanges }
  | { ok: false; field: 'name' | 'email'; message: string }

/** Without outer spaces; addresses in lower case, as in surveys. Notes of spaces are none. */
export function readChanges({ name, email, notes }: ParticipantChanges): ReadChanges {
  const changes: ParticipantChanges = {}
  if (name !== undefined) changes.name = name?.trim() ?? null
  if (email !== undefined) changes.email = email?.trim().toLowerCase() ?? null
  if (notes !== undefined) changes.notes = notes?.replaceAll('\r\n', '\n').trim() || null
  if (changes.name === '') return { ok: false, field: 'name', message: 'must not be empty' }
  if (typeof changes.email === 'string' && !address.test(changes.email))
    return { ok: false, field: 'email', message: 'must be an e-mail address such as maya@example.org' }
  return { ok: true, changes }
}
