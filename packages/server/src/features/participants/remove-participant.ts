import type { Principal } from '../../platform/auth/principal.ts'
import { requireAdmin } from '../../platform/auth/require-admin.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { anonymizeRespondents } from '../responses/responses.public.ts'
import { countRemoval, deleteParticipant, listRespondentsOf, type Removal } from './panel.repo.ts'
import { requireParticipant } from './read-panel.ts'

/** Answers and recordings stay; name and address go, from the panel and from every survey. */
export async function removeParticipant(
  { db }: { db: Db },
  principal: Principal,
  idText: string,
): Promise<Removal> {
  requireAdmin(principal)
  const { id } = await requireParticipant(db, principal, idText)
  return inTransaction(db, async (tx) => {
    const people = await listRespondentsOf(tx, id)
    const removal = await countRemoval(tx, id)
    await anonymizeRespondents(tx, people)
    if (!(await deleteParticipant(tx, id))) throw new AppError('participant_not_found')
    return removal
  })
}
