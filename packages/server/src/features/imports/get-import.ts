import type { ErrorCode, RouteResponse } from '@inlet/contract'
import type { ImportKind, getImport as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { findLiveJob, type KeyedJob } from '../../platform/jobs/live-job.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { processFile } from '../files/files.public.ts'
import { processInsight } from '../insights/insights.public.ts'
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

/** The jobs that may process a record. */
const jobsOf: Record<ImportKind, (id: number) => KeyedJob[]> = {
  file: (id) => [{ name: processFile.name, key: String(id) }, ...keyedRecordingJobs({ owner: 'file', id })],
  insight: (id) => [{ name: processInsight.name, key: String(id) }],
  survey: (id) => [{ name: importSurvey.name, key: String(id) }],
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
