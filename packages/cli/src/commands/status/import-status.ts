/** A common status for files, insights and surveys. */
import {
  type DetailedFile,
  type FollowedFile,
  type FollowedInsight,
  ForbiddenError,
  type Inlet,
  NotFoundError,
  type SurveyUpload,
} from '@inlet/sdk'
import { CliError } from '../../errors.ts'
import { fileState, insightState, type RecordState } from '../../imports/records.ts'
import { surveyNotes } from '../../surveys/survey-notes.ts'

export interface ImportStatus {
  key: string
  kind: 'file' | 'insight' | 'survey'
  name: string
  /** As the service reports it. */
  status: string
  created_at: string
  /** The same, reduced to the states that all kinds share. */
  state: RecordState
  reason?: string
  /** Notes on how a survey was parsed. */
  notes?: string[]
  /** The stable code for the reason. */
  errorCode?: string | null
  /** While it is being processed. */
  progress?: DetailedFile['progress']
}

const details = { include: ['details'] } as const

/** A key does not reveal its kind, so each kind is tried in turn. A missing scope counts as "not found". */
export async function findImport(inlet: Inlet, key: string): Promise<ImportStatus> {
  const kinds = [
    async () => fromFile(await inlet.files.status(key, details)),
    async () => fromInsight(await inlet.insights.status(key, details)),
    async () =>
      fromSurvey(await inlet.surveys.status(key, { include: ['details', 'columns', 'skipped_rows'] })),
  ]
  let lacking: ForbiddenError | undefined
  for (const look of kinds) {
    try {
      return await look()
    } catch (error) {
      if (error instanceof ForbiddenError) lacking ??= error
      else if (!(error instanceof NotFoundError)) throw error
    }
  }
  const scope = lacking?.body.required_scope
  const advice = scope ? ` The key lacks ${scope}, so not every kind could be checked.` : ''
  const message = `No import ${key} was found for this API key.${advice} Check the key; "inlet status" shows the most recent imports.`
  throw new CliError(message, { code: 'not_found' })
}

/** The list of files contains surveys too, with an `upload_key` of their own. */
export async function listRecent(inlet: Inlet, limit: number): Promise<ImportStatus[]> {
  const [files, insights] = await Promise.all([
    unlessForbidden(inlet.files.list({ limit, ...details })),
    unlessForbidden(inlet.insights.list({ limit, ...details })),
  ])
  const all = [...(files?.items ?? []).map(fromFile), ...(insights?.items ?? []).map(fromInsight)]
  return all.sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at)).slice(0, limit)
}

async function unlessForbidden<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof ForbiddenError) return undefined
    throw error
  }
}

export function fromFile(file: FollowedFile): ImportStatus {
  const { wav_key: key, name, status, created_at } = file
  return { key, kind: 'file', name, status, created_at, state: fileState(status), ...explain(file) }
}

export function fromInsight(insight: FollowedInsight): ImportStatus {
  const { insight_key: key, name, processing_status: status, created_at } = insight
  return { key, kind: 'insight', name, status, created_at, state: insightState(status), ...explain(insight) }
}

/** Lists have no reason and no progress, and older services have no details. */
function explain(record: {
  error_code?: string | null
  error_reason?: string
  progress?: DetailedFile['progress']
}): Pick<ImportStatus, 'reason' | 'errorCode' | 'progress'> {
  return {
    errorCode: record.error_code ?? null,
    progress: record.progress ?? null,
    ...(record.error_reason !== undefined && { reason: record.error_reason }),
  }
}

export function fromSurvey(survey: SurveyUpload): ImportStatus {
  const { upload_key: key, status, created_at, parts, num_parts, error_details } = survey
  const processed = parts.filter((part) => part.status === 'PROCESSED').length
  const name = `survey, ${processed} of ${num_parts} parts`
  const states: Record<string, RecordState> = {
    COMPLETED: 'completed',
    FAILED: 'failed',
    AWAITING_UPLOAD: 'waiting',
  }
  const state = states[status] ?? 'processing'
  const { message, code } = error_details
  return {
    key,
    kind: 'survey',
    name,
    status,
    created_at,
    state,
    notes: surveyNotes(survey),
    errorCode: code ?? null,
    ...(message !== undefined && { reason: message }),
  }
}

export function isFinal({ state }: Pick<ImportStatus, 'state'>): boolean {
  return state === 'completed' || state === 'failed'
}
