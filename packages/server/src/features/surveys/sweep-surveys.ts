/** Fails stuck surveys, removes abandoned ones and resumes interrupted ones. */
import type { SurveyFailureCode } from '@inlet/contract'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { deleteSurveyFiles } from '../files/files.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { importSurvey } from './import/import-survey.job.ts'
import { dropSupersededMedia } from './media/drop-superseded-media.ts'
import { linkMedia } from './media/link-media.job.ts'
import { type NoticeDeps, noticeParts, noticeUploads } from './notice-uploads.ts'
import {
  deleteSurveys,
  failStuckSurveys,
  listAwaitingMedia,
  listLinkedReplacements,
  listUnfinished,
  listUnlinked,
  type SurveyInNeed,
  takeAbandoned,
} from './survey-sweep.repo.ts'

/** Small batches, because each survey may have many parts and media. */
const batchSize = 20
/** Descriptors expire after an hour; uploads are not expected another hour later. */
const descriptorHours = 2
const maxGlances = 100
const maxReplacements = 100

const gaveUp = {
  code: 'gave_up',
  message:
    'Every attempt to import crashed, because of the file or the server. Request a fresh descriptor for this part, upload it again, then call complete; if it fails again, contact your operator.',
} satisfies { code: SurveyFailureCode; message: string }

const machineFailed = {
  code: 'machine_fault',
  message:
    'The server was short of disk space or memory, or lacked a program, in every attempt to import. The file itself may be fine: contact your operator, who can retry it without another upload.',
} satisfies { code: SurveyFailureCode; message: string }

export interface SurveySweep {
  abandoned: number
  stuck: number
  resumed: number
}

export async function sweepSurveys(deps: NoticeDeps, abandonedAfterHours: number): Promise<SurveySweep> {
  const abandoned = await dropAbandoned(deps.db, abandonedAfterHours)
  const stuck =
    (await failStuckSurveys(deps.db, machineFailed, 'machine')) +
    (await failStuckSurveys(deps.db, gaveUp, 'any'))
  const unfinished = await resume(deps, importSurvey, await listUnfinished(deps.db))
  for (const { upload_keys, ...survey } of await listAwaitingMedia(deps.db, descriptorHours, maxGlances)) {
    const waiting = { ...survey, status: 'COMPLETED' as const, pendingKeys: upload_keys }
    await noticeParts(deps, waiting)
    await noticeUploads(deps, waiting)
  }
  await inTransaction(deps.db, async (tx) =>
    dropSupersededMedia(tx, await listLinkedReplacements(tx, maxReplacements)),
  )
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

/** A queued or running job is unchanged. */
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
