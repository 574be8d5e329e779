/** Adds respondents with an e-mail address as participants of the team. */
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import { findLastParticipant, upsertParticipants } from '../../participants/participants.public.ts'
import { listAddressees } from '../../responses/responses.public.ts'

const peopleAtOnce = 5_000

/** Ordered by id, so that the last participant shows where an earlier attempt ended. */
export async function fillPanel(
  { db }: { db: Db },
  survey: { id: number; teamId: number },
  attempt: Attempt,
  { isFromStart = false } = {},
): Promise<void> {
  let after = isFromStart ? 0 : await findLastParticipant(db, survey.id)
  for (;;) {
    attempt.signal.throwIfAborted()
    const people = await listAddressees(db, survey.id, after, peopleAtOnce)
    const last = people.at(-1)
    if (!last) return
    await inTransaction(db, async (tx) => {
      await upsertParticipants(tx, survey, people)
      await attempt.advance(tx)
    })
    after = last.id
  }
}
