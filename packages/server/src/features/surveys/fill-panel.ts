/** Respondents with an e-mail address join the team's research panel. */
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import { findLastPanelist, joinPanel } from '../participants/participants.public.ts'
import { listAddressees } from '../responses/responses.public.ts'

const peopleAtOnce = 5_000

/** In the order of their ids, so that the last one in the panel shows where an earlier attempt ended. */
export async function fillPanel(
  { db }: { db: Db },
  survey: { id: number; teamId: number },
  attempt: Attempt,
): Promise<void> {
  let after = await findLastPanelist(db, survey.id)
  for (;;) {
    attempt.signal.throwIfAborted()
    const people = await listAddressees(db, survey.id, after, peopleAtOnce)
    const last = people.at(-1)
    if (!last) return
    await inTransaction(db, async (tx) => {
      await joinPanel(tx, survey, people)
      await attempt.advance(tx)
    })
    after = last.id
  }
}
