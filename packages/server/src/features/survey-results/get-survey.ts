import type { SurveyStatus } from '@inlet/contract'
import type { ImportStatus, WorkspaceSurvey } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SurveyColumn } from '../responses/responses.public.ts'
import { isPartWithdrawable, nextPartStatus, nextSurveyStatus } from '../surveys/surveys.public.ts'
import { openSurvey } from './open-survey.ts'
import { findFigures, type SurveyFigures, type SurveyRow } from './survey-results.repo.ts'

export async function getSurvey(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
): Promise<WorkspaceSurvey> {
  const { row, surveyId, columns } = await openSurvey(db, principal, uploadKey)
  const figures = await findFigures(db, surveyId)
  if (!figures) throw new Error('The query returned no row.')
  const { error_details: error } = row
  return {
    upload_key: row.upload_key,
    name: row.name,
    project: { id: row.project_id, name: row.project_name },
    status: statusOf(row),
    upload_status: row.status,
    failure: row.status === 'FAILED' ? { code: error.code ?? 'unknown', message: error.message ?? '' } : null,
    failed_part: error.part_number ?? null,
    response_count: row.response_count,
    respondent_count: figures.respondent_count,
    first_answered_at: figures.first_answered_at?.toISOString() ?? null,
    last_answered_at: figures.last_answered_at?.toISOString() ?? null,
    columns: columns.map(({ position, name, type, confidence, reason }) => ({
      position,
      name,
      type,
      confidence,
      reason,
    })),
    can_retype: nextSurveyStatus(row.status, 'retype') !== undefined,
    retyping: viewRetyping(row),
    parts: viewParts(row.status, figures),
    media: viewMediaCounts(figures),
    adds_to_panel: row.adds_to_panel,
    is_indexed: isIndexed(columns, figures),
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}

/** As in the list of imports. */
function statusOf({ status, completed_at }: SurveyRow): ImportStatus {
  if (status === 'VALIDATING' || status === 'PROCESSING') return 'working'
  if (status === 'FAILED') return 'failed'
  return status === 'AWAITING_UPLOAD' && completed_at === null ? 'waiting' : 'ready'
}

function viewParts(status: SurveyStatus, { parts }: SurveyFigures): WorkspaceSurvey['parts'] {
  const canRetry = nextSurveyStatus(status, 'retryPart') !== undefined
  const canWithdraw = nextSurveyStatus(status, 'withdrawPart') !== undefined && parts.length > 1
  return parts.map((part) => ({
    ...part,
    can_retry: canRetry && nextPartStatus(part.status, 'retry') !== undefined,
    can_withdraw: canWithdraw && isPartWithdrawable(part.status),
  }))
}

function viewRetyping(row: SurveyRow): WorkspaceSurvey['retyping'] {
  const { retype_position: position, retype_type: type, retype_parts_read: parts_read } = row
  return position === null || type === null ? null : { position, type, parts_read }
}

function viewMediaCounts({ media_total: total, media_linked: linked, media_failed: failed }: SurveyFigures) {
  return { total, linked, failed, waiting: total - linked - failed }
}

function isIndexed(columns: readonly SurveyColumn[], figures: SurveyFigures): boolean {
  const hasNotes = columns.some(({ type }) => type === 'Open-ended')
  return !hasNotes || figures.indexed_to >= figures.last_response_id
}
