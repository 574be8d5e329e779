/** Merges participants, and separates them again (docs/adr/0103). */
import type { RouteBody, RouteResponse } from '@inlet/contract'
import type { EditableParticipant, mergeParticipants as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { auditChange } from '../audit/audit.public.ts'
import { listMerged, mergeInto, unmergeFrom } from './participant-edits.repo.ts'
import { findParticipant } from './participant-list.repo.ts'
import {
  editsOf,
  lockEdited,
  type ParticipantChange,
  readEditable,
  requireValid,
  saveChanges,
} from './update-participant.ts'

type MergeInput = ParticipantChange & { body: RouteBody<typeof route> }

export async function mergeParticipants(
  { db }: { db: Db },
  principal: Principal,
  { body, ...input }: MergeInput,
): Promise<RouteResponse<typeof route, 200>> {
  const values = requireValid(body.values ?? {})
  const ids = body.participants
  return inTransaction(db, async (tx) => {
    const kept = await lockEdited(tx, principal, input, ids)
    for (const id of ids)
      if (id === kept.id || !(await findParticipant(tx, principal, id)))
        throw new AppError('participants_not_mergeable')
    await mergeInto(tx, kept.id, ids)
    await saveChanges(tx, kept, values)
    await audit(tx, principal, 'participants.merge', kept.id, ids)
    return { participant: await readEditable(tx, principal, kept.id), before: editsOf(kept) }
  })
}

export async function unmergeParticipants(
  { db }: { db: Db },
  principal: Principal,
  { body, ...input }: MergeInput,
): Promise<EditableParticipant> {
  const values = requireValid(body.values ?? {})
  const ids = body.participants
  return inTransaction(db, async (tx) => {
    const kept = await lockEdited(tx, principal, input, ids)
    const merged = new Set((await listMerged(tx, principal, kept.id)).map(({ id }) => id))
    if (!ids.every((id) => merged.has(id))) throw new AppError('participants_not_mergeable')
    for (const id of ids) await unmergeFrom(tx, kept.id, id)
    await saveChanges(tx, kept, values)
    await audit(tx, principal, 'participants.unmerge', kept.id, ids)
    return readEditable(tx, principal, kept.id)
  })
}

const audit = (
  tx: Tx,
  principal: Principal,
  action: string,
  keptId: number,
  participants: readonly number[],
): Promise<void> =>
  auditChange(tx, principal, { action, subject: `participant ${keptId}`, details: { participants } })
