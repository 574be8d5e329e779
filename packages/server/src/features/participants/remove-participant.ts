import type { Principal } from '../../platform/auth/principal.ts'
import { requireAdmin } from '../../platform/auth/require-admin.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { auditChange } from '../audit/audit.public.ts'
import { deleteExportsOfRecord } from '../exports/exports.public.ts'
import { anonymizeRespondents, recordErasure } from '../responses/responses.public.ts'
import { lockParticipants } from './participant-edits.repo.ts'
import {
  countRemoval,
  deleteParticipant,
  isBeingReread,
  listProjectsOf,
  listRespondentsOf,
  type Removal,
} from './participant-list.repo.ts'
import { requireParticipant } from './read-participants.ts'

/**
 * Keeps answers and recordings and removes name and address from the participant list and every survey of the team. The
 * result counts only surveys that the caller can open, so that it reveals nothing about the others.
 */
export async function removeParticipant(
  { db }: { db: Db },
  principal: Principal,
  idText: string,
): Promise<Removal> {
  requireAdmin(principal)
  const { id } = await requireParticipant(db, principal, idText)
  return inTransaction(db, async (tx) => {
    await lockParticipants(tx, principal.teamId, [id])
    // It may have been merged into another participant meanwhile.
    await requireParticipant(tx, principal, idText)
    const people = await listRespondentsOf(tx, id)
    const surveyIds = people.map(({ surveyId }) => surveyId)
    if (await isBeingReread(tx, surveyIds)) throw new AppError('participant_busy')
    const removal = await countRemoval(tx, principal, id)
    for (const survey of await listProjectsOf(tx, surveyIds))
      await deleteExportsOfRecord(tx, { kind: 'survey', ...survey })
    await anonymizeRespondents(tx, people)
    await recordErasure(tx, people)
    if (!(await deleteParticipant(tx, id))) throw new AppError('participant_not_found')
    await auditChange(tx, principal, { action: 'participants.remove', subject: `participant ${id}` })
    return removal
  })
}
