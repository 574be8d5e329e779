import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import type { Enqueue } from '../../../platform/jobs/enqueue.ts'
import type { StuckReason } from '../../../platform/jobs/live-job.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { sweepBundles } from '../../bundles/bundles.public.ts'
import { type Failure, gaveUp, machineFailed } from '../../document-processing/document-processing.public.ts'
import { resumeErasures } from '../../erasures/erasures.public.ts'
import { sweepExports } from '../../exports/exports.public.ts'
import { failStuckFileDownloads, failStuckFiles } from '../../files/files.public.ts'
import { reportImports } from '../../import-mail/import-mail.public.ts'
import { failStuckInsightDownloads, failStuckInsights } from '../../insights/insights.public.ts'
import { mergeTallies } from '../../projects/projects.public.ts'
import {
  failStuckRecordings,
  failStuckRequests,
  purgeAbandonedRecordings,
} from '../../recording-processing/recording-processing.public.ts'
import { enqueueUnindexed } from '../../search-index/search-index.public.ts'
import { sweepSurveys } from '../../surveys/surveys.public.ts'
import { mergeSurveyStorage } from '../../team/team.public.ts'
import { abortExpired, emptyTrash, forgetUploads } from '../../uploads/uploads.public.ts'
import { abandonedAfterHours, dropAbandonedRecords } from './drop-abandoned-records.ts'
import { purgeTrash } from './purge-trash.ts'

export interface SweepDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
  mailer: Mailer | undefined
}

export async function handleSweepRecords(deps: SweepDeps, attempt: Attempt): Promise<void> {
  const surveys = await sweepSurveys(deps, abandonedAfterHours)
  const abandoned = surveys.abandoned + (await dropAbandonedRecords(deps.db, abandonedAfterHours))
  const stuck =
    surveys.stuck +
    (await failStuck(deps.db, machineFailed, 'machine')) +
    (await failStuck(deps.db, gaveUp, 'any')) +
    (await failStuckDownloads(deps.db))
  await purgeAbandonedRecordings(deps.db, 'file')
  await purgeAbandonedRecordings(deps.db, 'media')
  const resumed = surveys.resumed + (await resumeErasures(deps))
  const unindexed = await enqueueUnindexed(deps)
  const reported = await reportImports(deps)
  await mergeTallies(deps.db)
  await mergeSurveyStorage(deps.db)
  const problems: unknown[] = []
  // A bucket that refuses deletions must not keep exports from expiring.
  const orProblem = (step: Promise<number>): Promise<number> =>
    step.catch((error: unknown) => {
      problems.push(error)
      return 0
    })
  const exports = await orProblem(sweepExports(deps.db))
  const bundles = await orProblem(sweepBundles(deps.db, abandonedAfterHours))
  const expired = await orProblem(abortExpired(deps, attempt.signal))
  const purged = await orProblem(purgeTrash(deps, attempt.signal))
  const removed = await orProblem(emptyTrash(deps, attempt.signal).then((emptied) => emptied.removed))
  const done = { abandoned, stuck, resumed, unindexed, reported, expired, purged, exports, bundles, removed }
  if (Object.values(done).some((count) => count > 0)) attempt.log.info(done, 'swept')
  if (problems.length > 0) throw new AggregateError(problems, 'The sweep was not complete.')
}

async function failStuck(db: Db, failure: Failure, reason: StuckReason): Promise<number> {
  return (
    (await failStuckInsights(db, failure, reason)) +
    (await failStuckFiles(db, failure, reason)) +
    (await failStuckRecordings(db, 'file', { failure, reason })) +
    (await failStuckRecordings(db, 'media', { failure, reason })) +
    (await failStuckRequests(db, failure, reason))
  )
}

function failStuckDownloads(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const insights = await failStuckInsightDownloads(tx, gaveUp)
    const keys = [...insights, ...(await failStuckFileDownloads(tx, gaveUp))]
    await forgetUploads(tx, keys)
    return keys.length
  })
}
