import type { ErrorCode, RouteResponse } from '@inlet/contract'
import type { ImportKind, getImport as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { findLiveJob, type KeyedJob } from '../../platform/jobs/live-job.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { downloadFile, processFile } from '../files/files.public.ts'
import { downloadInsight, processInsight } from '../insights/insights.public.ts'
import { keyedRecordingJobs } from '../recording-processing/recording-processing.public.ts'
import { importSurvey } from '../surveys/surveys.public.ts'
import { viewImport } from './import.view.ts'
import { stepsOf } from './import-steps.policy.ts'
import { findImport, findStepTimes, type ImportRow, importKinds } from './imports.repo.ts'

const notFound: Record<ImportKind, ErrorCode> = {
  file: 'file_not_found',
  insight: 'insight_not_found',
  survey: 'survey_not_found',
}

const keyed = (id: number, ...jobs: Pick<Job, 'name'>[]): KeyedJob[] =>
  jobs.map(({ name }) => ({ name, key: String(id) }))

/** The jobs that may process a record. */
const jobsOf: Record<ImportKind, (id: number) => KeyedJob[]> = {
  file: (id) => [...keyed(id, downloadFile, processFile), ...keyedRecordingJobs({ owner: 'file', id })],
  insight: (id) => keyed(id, downloadInsight, processInsight),
  survey: (id) => keyed(id, importSurvey),
}

export async function getImport(
  { db, store }: { db: Db; store: ObjectStore },
  principal: Principal,
  { kind, key }: { kind: string; key: string },
): Promise<RouteResponse<typeof route, 200>> {
  const row = await requireImport(db, principal, kind, key)
  const times = await findStepTimes(db, row.kind, row.id)
  const job = row.status === 'working' ? await findLiveJob(db, jobsOf[row.kind](row.id)) : undefined
  return {
    ...viewImport(row),
    steps: stepsOf({
      ...row,
      createdAt: row.created_at,
      startedAt: row.started_at,
      convertedAt: times.converted_at,
      readAt: times.read_at,
      transcribedAt: times.transcribed_at,
      completedAt: row.completed_at,
      isProtected: times.is_private,
    }),
    job: job ? { ...job, next_attempt_at: job.next_attempt_at?.toISOString() ?? null } : null,
    original_url: row.original_key && (await store.presignDownload(row.original_key, row.name)),
  }
}

async function requireImport(
  db: Db,
  principal: Principal,
  kindWord: string,
  key: string,
): Promise<ImportRow> {
  const kind = importKinds.find((one) => one === kindWord)
  if (!kind) throw new AppError('not_found')
  const row = isRecordKey(key) ? await findImport(db, principal, kind, key) : undefined
  if (!row) throw new AppError(notFound[kind])
  return row
}
