import type { Db } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import type { Enqueue } from '../../../platform/jobs/enqueue.ts'
import type { StuckReason } from '../../../platform/jobs/live-job.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { type Failure, gaveUp, machineFailed } from '../../document-processing/document-processing.public.ts'
import { failStuckFiles } from '../../files/files.public.ts'
import { failStuckInsights } from '../../insights/insights.public.ts'
import { mergeTallies } from '../../projects/projects.public.ts'
import {
  failStuckRecordings,
  purgeAbandonedRecordings,
} from '../../recording-processing/recording-processing.public.ts'
import { enqueueUnindexed } from '../../search-index/search-index.public.ts'
import { sweepSurveys } from '../../surveys/surveys.public.ts'
import { mergeSurveyStorage } from '../../team/team.public.ts'
import { abortExpired } from '../../uploads/uploads.public.ts'
import { abandonedAfterHours, dropAbandonedRecords } from './drop-abandoned-records.ts'
import { emptyTrash } from './empty-trash.ts'

export interface SweepDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

export async function handleSweepRecords(deps: SweepDeps, attempt: Attempt): Promise<void> {
  const surveys = await sweepSurveys(deps, abandonedAfterHours)
  const abandoned = surveys.abandoned + (await dropAbandonedRecords(deps.db, abandonedAfterHours))
  const stuck =
    surveys.stuck +
    (await failStuck(deps.db, machineFailed, 'machine')) +
    (await failStuck(deps.db, gaveUp, 'any'))
  await purgeAbandonedRecordings(deps.db, 'file')
  await purgeAbandonedRecordings(deps.db, 'media')
  const { resumed } = surveys
  const unindexed = await enqueueUnindexed(deps)
  await mergeTallies(deps.db)
  await mergeSurveyStorage(deps.db)
  const expired = await abortExpired(deps, attempt.signal)
  const { removed } = await emptyTrash(deps, attempt.signal)
  if (abandoned + stuck + resumed + unindexed + expired + removed > 0) {
    attempt.log.info({ abandoned, stuck, resumed, unindexed, expired, removed }, 'swept')
  }
}

async function failStuck(db: Db, failure: Failure, reason: StuckReason): Promise<number> {
  return (
    (await failStuckInsights(db, failure, reason)) +
    (await failStuckFiles(db, failure, reason)) +
    (await failStuckRecordings(db, 'file', { failure, reason })) +
    (await failStuckRecordings(db, 'media', { failure, reason }))
  )
}
