/** Erases a person, identified by e-mail address, from all surveys and participants. Safe to repeat. */
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { deleteParticipants } from '../../participants/participants.public.ts'
import { findSurveysOf } from '../../responses/responses.public.ts'
import { erasePerson } from '../../surveys/surveys.public.ts'
import { emptyTrash } from '../garbage-collection/empty-trash.ts'
import { assertErasable } from './assert-erasable.ts'

export interface ErasedRespondent {
  surveys: number
  responses: number
  notes: number
  searchEntries: number
  media: number
  panelEntries: number
  jobs: number
  objects: number
  /** Surveys that a job is processing and that were skipped. Run the command again when the job has ended. */
  busySurveys: number[]
  isRemovalHeld: boolean
}

export interface EraseRespondent {
  email: string
  teamId?: number | undefined
}

/** Number of surveys the person answered. */
export async function countSurveysOf(db: Db, { email, teamId }: EraseRespondent): Promise<number> {
  return new Set((await findSurveysOf(db, email, teamId)).map(({ surveyId }) => surveyId)).size
}

export async function eraseRespondent(
  deps: { db: Db; store: ObjectStore },
  { email, teamId }: EraseRespondent,
): Promise<ErasedRespondent> {
  const { db } = deps
  await assertErasable(deps.store)
  const erased = { surveys: 0, responses: 0, notes: 0, searchEntries: 0, media: 0, jobs: 0, objects: 0 }
  const busySurveys: number[] = []
  const places = Map.groupBy(await findSurveysOf(db, email, teamId), ({ surveyId }) => surveyId)
  for (const [surveyId, people] of places) {
    const outcome = await erasePerson(
      db,
      surveyId,
      people.map(({ respondentId }) => respondentId),
    )
    if (outcome === 'busy') busySurveys.push(surveyId)
    else if (outcome) {
      erased.surveys += 1
      for (const [name, count] of Object.entries(outcome)) erased[name as keyof typeof outcome] += count
    }
  }
  // Last, because an import into a survey that still has the person would add the participant again.
  const panelEntries =
    busySurveys.length > 0 ? 0 : await inTransaction(db, (tx) => deleteParticipants(tx, email, teamId))
  const { isHeld } = await emptyTrash(deps)
  return { ...erased, panelEntries, busySurveys, isRemovalHeld: isHeld }
}
