import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { eraseRespondentJob } from './erase-respondent.job.ts'
import { eraseRespondent, type PersonToErase } from './erase-respondent.ts'
import {
  addErasedParticipants,
  addErasedSurvey,
  completeErasure,
  findPendingErasure,
  type PendingErasure,
} from './erasures.repo.ts'

/** Most surveys are busy for a second after their import. The sweeper repeats the erasure of the others. */
const tries = 5
const betweenTriesMs = 2_000

export async function handleEraseRespondent(
  deps: { db: Db; store: ObjectStore },
  { erasureId }: JobPayload<typeof eraseRespondentJob>,
  attempt: Attempt,
): Promise<void> {
  const erasure = await findPendingErasure(deps.db, erasureId)
  if (!erasure) return
  for (let number = 1; number <= tries; number += 1) {
    const { busySurveys } = await eraseRespondent(deps, personOf(erasure), {
      survey: (tx, surveyId, erased) => addErasedSurvey(tx, erasureId, surveyId, erased),
      participants: (tx, count) => addErasedParticipants(tx, erasureId, count),
    })
    if (busySurveys.length === 0) {
      await inTransaction(deps.db, async (tx) => {
        await completeErasure(tx, erasureId)
        await attempt.complete(tx)
      })
      return
    }
    if (number < tries) await sleep(betweenTriesMs, undefined, { signal: attempt.signal })
  }
  attempt.log.info({ erasureId }, 'a survey of the person is being processed; the erasure is repeated later')
}

function personOf({ team_id, email, survey_id, respondent_id }: PendingErasure): PersonToErase {
  if (email !== null) return { email, teamId: team_id }
  if (survey_id !== null && respondent_id !== null)
    return { surveyId: survey_id, respondentId: respondent_id }
  throw new Error('The erasure names no person.')
}
