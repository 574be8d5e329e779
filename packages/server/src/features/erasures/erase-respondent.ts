/**
 * Erases a person from all surveys and participants, or from one survey. Safe to repeat.
 */
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import {
  deleteParticipants,
  deleteStaleParticipants,
  listAddressesOf,
} from '../participants/participants.public.ts'
import { findPerson, findSurveysOf } from '../responses/responses.public.ts'
import { type ErasedPerson, erasePerson } from '../surveys/surveys.public.ts'
import { emptyTrash } from '../uploads/uploads.public.ts'
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
export async function countSurveysOf(db: Db, person: EraseRespondent): Promise<number> {
  return new Set((await findPlaces(db, person)).map(({ surveyId }) => surveyId)).size
}

/** `respondentId`: also the id of their first response, which survives a change of column types. */
export type PersonToErase = EraseRespondent | { surveyId: number; respondentId: number }

/** Called in the transactions of the removals. */
export interface ErasureRecord {
  survey: (tx: Tx, surveyId: number, erased: ErasedPerson) => Promise<void>
  participants: (tx: Tx, count: number) => Promise<void>
}

export async function eraseRespondent(
  deps: { db: Db; store: ObjectStore },
  person: PersonToErase,
  record?: ErasureRecord,
): Promise<ErasedRespondent> {
  const { db } = deps
  await assertErasable(deps.store)
  const erased = { surveys: 0, responses: 0, notes: 0, searchEntries: 0, media: 0, jobs: 0, objects: 0 }
  const busySurveys: number[] = []
  const places = Map.groupBy(await findPlaces(db, person), ({ surveyId }) => surveyId)
  for (const [surveyId, people] of places) {
    const outcome = await erasePerson(
      db,
      surveyId,
      people.map(({ respondentId }) => respondentId),
      (tx, removed) => record?.survey(tx, surveyId, removed),
    )
    if (outcome === 'busy') busySurveys.push(surveyId)
    else if (outcome) {
      erased.surveys += 1
      for (const [name, count] of Object.entries(outcome)) erased[name as keyof typeof outcome] += count
    }
  }
  // Last, because an import into a survey that still has the person would add the participant again.
  const panelEntries =
    busySurveys.length > 0
      ? 0
      : await inTransaction(db, async (tx) => {
          const count = await deletePanelEntries(tx, person)
          await record?.participants(tx, count)
          return count
        })
  const { isHeld } = await emptyTrash(deps)
  return { ...erased, panelEntries, busySurveys, isRemovalHeld: isHeld }
}

async function findPlaces(
  db: Db,
  person: PersonToErase,
): Promise<{ surveyId: number; respondentId: number }[]> {
  if ('email' in person) return findPlacesOf(db, person)
  const respondentId = await findPerson(db, person.surveyId, person.respondentId)
  return respondentId === undefined ? [] : [{ surveyId: person.surveyId, respondentId }]
}

/** Also under the other addresses of the participant: corrected ones, and those of merged participants. */
async function findPlacesOf(
  db: Db,
  { email, teamId }: EraseRespondent,
): Promise<{ surveyId: number; respondentId: number }[]> {
  const places = await findSurveysOf(db, email, teamId)
  for (const other of await listAddressesOf(db, email, teamId))
    if (other.email !== email.toLowerCase())
      places.push(...(await findSurveysOf(db, other.email, other.teamId)))
  return places
}

/** A person who was erased from one survey stays a participant if another survey has them. */
const deletePanelEntries = (tx: Tx, person: PersonToErase): Promise<number> =>
  'email' in person
    ? deleteParticipants(tx, person.email, person.teamId)
    : deleteStaleParticipants(tx, person.surveyId)
