/** What a merge offers and keeps. Pure. */
import type { EditableParticipant, ParticipantChanges } from '@inlet/contract/workspace'

type Person = Pick<EditableParticipant, 'id' | 'name' | 'email' | 'notes'>

const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
]

export const namesOf = (people: readonly Person[]): string[] => distinct(people.map(({ name }) => name))

/** All notes, one after the other. */
export const joinNotes = (people: readonly Person[]): string =>
  distinct(people.map(({ notes }) => notes)).join('\n\n')

/** Corrections of the kept participant: only what it does not have anyway. */
export function correctionsOf(
  kept: Person,
  chosen: { name: string | null; notes: string },
): ParticipantChanges {
  const notes = chosen.notes.trim() || null
  return {
    ...(chosen.name !== null && chosen.name !== kept.name && { name: chosen.name }),
    ...(notes !== kept.notes && { notes }),
  }
}

/** Of an edited participant: what differs from before. Empty, or as in the surveys, means not corrected. */
export function changesOf(
  before: Pick<EditableParticipant, 'imported' | 'edits' | 'notes'>,
  given: { name: string; email: string; notes: string },
): ParticipantChanges {
  const corrected = (text: string, imported: string | null) =>
    text === '' || text === imported ? null : text
  const name = corrected(given.name.trim(), before.imported.name)
  const email = corrected(given.email.trim().toLowerCase(), before.imported.email)
  const notes = given.notes.trim() || null
  return {
    ...(name !== before.edits.name && { name }),
    ...(email !== before.edits.email && { email }),
    ...(notes !== before.notes && { notes }),
  }
}
