/** Ends what has waited too long, and takes up what was dropped. */
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { deleteSurveyFiles } from '../files/files.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { importSurvey } from './import-survey.job.ts'
import { linkMedia } from './link-media.job.ts'
import { type NoticeDeps, noticeUploads } from './notice-uploads.ts'
import {
  deleteSurveys,
  failStuckSurveys,
  listAwaitingMedia,
  listUnfinished,
  listUnlinked,
  type SurveyInNeed,
  takeAbandoned,
} from './survey-sweep.repo.ts'

/** Few at a time: each may have a hundred parts and any number of media. */
const batchSize = 20
/** A descriptor lives for an hour; what has not come an hour after that does not come. */
const descriptorHours = 2
const maxGlances = 100

const gaveUp = {
  code: 'gave_up',
  message:
    'The import broke off at every attempt, which can be the file or the machine. Request a fresh descriptor for this part, upload it again, then call complete; if it stays, tell your operator.',
}

export interface SurveySweep {
  abandoned: number
  stuck: number
  resumed: number
}

export async function sweepSurveys(deps: NoticeDeps, abandonedAfterHours: number): Promise<SurveySweep> {
  const abandoned = await dropAbandoned(deps.db, abandonedAfterHours)
  const stuck = await failStuckSurveys(deps.db, gaveUp)
  const unfinished = await resume(deps, importSurvey, await listUnfinished(deps.db))
  for (const { upload_keys, ...survey } of await listAwaitingMedia(deps.db, descriptorHours, maxGlances)) {
    await noticeUploads(deps, { ...survey, status: 'COMPLETED', pendingKeys: upload_keys })
  }
  const unlinked = await resume(deps, linkMedia, await listUnlinked(deps.db))
  return { abandoned, stuck, resumed: unfinished + unlinked }
}

async function dropAbandoned(db: Db, olderThanHours: number): Promise<number> {
  let total = 0
  for (;;) {
    const dropped = await inTransaction(db, async (tx) => {
      const surveys = await takeAbandoned(tx, olderThanHours, batchSize)
      await deleteSurveys(
        tx,
        surveys.map(({ id }) => id),
      )
      await deleteSurveyFiles(
        tx,
        surveys.map(({ file_id }) => file_id),
      )
      await trashNow(
        tx,
        surveys.flatMap(({ object_keys }) => object_keys),
      )
      return surveys.length
    })
    total += dropped
    if (dropped < batchSize) return total
  }
}

/** A job that is waiting or running already is left as it is. */
async function resume(
  { db, enqueue }: NoticeDeps,
  job: typeof importSurvey,
  surveys: readonly SurveyInNeed[],
): Promise<number> {
  for (const { id, team_id } of surveys) {
    await inTransaction(db, (tx) =>
      enqueue(tx, job, { v: 1, surveyId: id }, { teamId: team_id, key: String(id) }),
    )
  }
  return surveys.length
}
