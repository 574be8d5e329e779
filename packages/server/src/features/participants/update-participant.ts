import type { EditableParticipant, ParticipantChanges } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { isId } from '../../platform/http/cursor.ts'
import { requireMatch } from '../../platform/http/etag.ts'
import { auditChange } from '../audit/audit.public.ts'
import { forbiddenCharactersMessage, hasForbiddenCharacters } from '../uploads/uploads.public.ts'
import { editableRecord, viewEditable } from './participant.view.ts'
import { readChanges } from './participant-edits.policy.ts'
import { lockParticipants, type ParticipantEdits, saveEdits } from './participant-edits.repo.ts'
import { findParticipant, type ParticipantDetail } from './participant-list.repo.ts'

export interface ParticipantChange {
  idText: string
  ifMatch: string | undefined
}

export async function updateParticipant(
  { db }: { db: Db },
  principal: Principal,
  input: ParticipantChange & { changes: ParticipantChanges },
): Promise<EditableParticipant> {
  const changes = requireValid(input.changes)
  return inTransaction(db, async (tx) => {
    const before = await lockEdited(tx, principal, input)
    await saveChanges(tx, before, changes)
    await auditChange(tx, principal, {
      action: 'participants.update',
      subject: `participant ${before.id}`,
      details: { fields: Object.keys(changes) },
    })
    return readEditable(tx, principal, before.id)
  })
}

export function requireValid(given: ParticipantChanges): ParticipantChanges {
  const read = readChanges(given)
  if (!read.ok) throw invalidField(read.field, read.message)
  const { name, email, notes } = read.changes
  for (const [field, text] of Object.entries({ name, email, notes: notes?.replaceAll(/[\n\t]/g, ' ') }))
    if (text && hasForbiddenCharacters(text)) throw invalidField(field, forbiddenCharactersMessage)
  return read.changes
}

/** With others that change at the same time. The caller checks that they exist. */
export async function lockEdited(
  tx: Tx,
  principal: Principal,
  { idText, ifMatch }: ParticipantChange,
  others: readonly number[] = [],
): Promise<ParticipantDetail> {
  const id = Number(idText)
  if (!isId(id)) throw new AppError('participant_not_found')
  await requireEdited(tx, principal, id)
  await lockParticipants(tx, principal.teamId, [id, ...others])
  const row = await requireEdited(tx, principal, id)
  requireMatch(ifMatch, editableRecord(row))
  return row
}

/** A merged participant does not exist for changes, so that nobody changes the kept one by mistake. */
async function requireEdited(tx: Tx, principal: Principal, id: number): Promise<ParticipantDetail> {
  const row = await findParticipant(tx, principal, id)
  if (!row) throw new AppError('participant_not_found')
  return row
}

export const editsOf = (row: ParticipantDetail): ParticipantEdits => ({
  name: row.edited_name,
  email: row.edited_email,
  notes: row.notes,
})

export const saveChanges = (tx: Tx, row: ParticipantDetail, changes: ParticipantChanges): Promise<void> =>
  saveEdits(tx, row.id, { ...editsOf(row), ...changes })

export async function readEditable(tx: Tx, principal: Principal, id: number): Promise<EditableParticipant> {
  return viewEditable(await requireEdited(tx, principal, id))
}
