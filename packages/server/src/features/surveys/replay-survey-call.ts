/**
 * Answers to repeated calls with an Idempotency-Key. Descriptors are signed for the current object keys, and only for what
 * can still be uploaded, so that a client never sends something that would be ignored.
 */
import type {
  BegunSurvey,
  completeSurvey,
  InitializedSurvey,
  PartDescriptor,
  RouteResponse,
} from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { AppendedParts } from './append-survey.ts'
import { describePart, describeParts } from './describe-survey-uploads.ts'
import type { SurveyOutcome } from './initialize-survey.ts'
import { requireOpenSurvey } from './open-survey.ts'
import { readPartNumber } from './survey.policy.ts'
import { viewBegunSurvey, viewCompletedSurvey } from './survey.view.ts'
import { findPart, listOpenParts } from './survey-parts.repo.ts'
import { keepWaiting, type Survey } from './surveys.repo.ts'

interface Deps {
  db: Db
  store: ObjectStore
}

/** `numParts` of the request that created the upload; undefined if it found an existing one. */
export async function replayInitializedSurvey(
  deps: Deps,
  principal: Principal,
  { uploadKey, mismatch }: SurveyOutcome,
  numParts: number | undefined,
): Promise<InitializedSurvey> {
  const survey = await requireOpenSurvey(deps.db, principal, uploadKey)
  const partCount = numParts ?? survey.part_count
  const begun = await describeAgain(deps, { ...survey, part_count: partCount }, [1, numParts ?? Infinity])
  return mismatch ? { ...begun, idempotency_mismatch: mismatch } : begun
}

export async function replayAppend(
  deps: Deps,
  principal: Principal,
  input: { uploadKey: string; numParts: number },
  { firstNumber, partCount }: AppendedParts,
): Promise<BegunSurvey> {
  const survey = await requireOpenSurvey(deps.db, principal, input.uploadKey)
  const numbers = [firstNumber, firstNumber + input.numParts - 1] as const
  return describeAgain(deps, { ...survey, part_count: partCount }, numbers)
}

async function describeAgain(
  { db, store }: Deps,
  survey: Survey,
  [first, last]: readonly [number, number],
): Promise<BegunSurvey> {
  await keepWaiting(db, survey.id)
  const open = await listOpenParts(db, survey.id)
  const parts = open.filter(({ number }) => number >= first && number <= last)
  return viewBegunSurvey(survey, await describeParts(store, parts))
}

export async function replayRetriedPart(
  { db, store }: Deps,
  principal: Principal,
  input: { uploadKey: string; partNumber: string },
): Promise<PartDescriptor> {
  const survey = await requireOpenSurvey(db, principal, input.uploadKey)
  const part = await findPart(db, survey.id, readPartNumber(input.partNumber) ?? 0)
  if (!part) throw new AppError('part_not_found')
  await keepWaiting(db, survey.id)
  return describePart(store, part)
}

/** The message is about a running import, so it is left out once the import has ended. */
export async function replayCompletedSurvey(
  { db }: Deps,
  principal: Principal,
  uploadKey: string,
  isStarted: boolean,
): Promise<RouteResponse<typeof completeSurvey, 200>> {
  const { status } = await requireOpenSurvey(db, principal, uploadKey)
  const isRunning = status === 'VALIDATING' || status === 'PROCESSING'
  return isRunning ? viewCompletedSurvey(uploadKey, status, isStarted) : { upload_key: uploadKey, status }
}
