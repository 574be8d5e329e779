/** Files, insights and surveys seen as one kind of thing. */
import {
  ForbiddenError,
  type Inlet,
  type ListedFile,
  type ListedInsight,
  NotFoundError,
  type SurveyUpload,
} from '@inlet/sdk'
import { CliError } from '../../errors.ts'
import { fileState, insightState, type RecordState } from '../../imports/records.ts'

export interface ImportStatus {
  key: string
  kind: 'file' | 'insight' | 'survey'
  name: string
  /** In the service's own word. */
  status: string
  created_at: string
  /** Which of the few cases the word stands for. */
  state: RecordState
  reason?: string
}

/** A key does not tell what it is of, so each kind is asked in turn; a scope the key lacks counts as "not there". */
export async function findImport(inlet: Inlet, key: string): Promise<ImportStatus> {
  const kinds = [
    async () => fromFile(await inlet.files.status(key)),
    async () => fromInsight(await inlet.insights.status(key)),
    async () => fromSurvey(await inlet.surveys.status(key)),
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
  const advice = scope ? ` The key lacks ${scope}, so not everything could be asked.` : ''
  const message = `There is no import ${key} for this API key.${advice} Check the key; "inlet status" shows the most recent imports.`
  throw new CliError(message, { code: 'not_found' })
}

/** Surveys are among the files, under a key of their own. */
export async function listRecent(inlet: Inlet, limit: number): Promise<ImportStatus[]> {
  const [files, insights] = await Promise.all([
    unlessForbidden(inlet.files.list({ limit })),
    unlessForbidden(inlet.insights.list({ limit })),
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

function fromFile(file: Omit<ListedFile, 'project_id'> & { error_reason?: string }): ImportStatus {
  const { wav_key: key, name, status, created_at, error_reason } = file
  const reason = error_reason === undefined ? {} : { reason: error_reason }
  return { key, kind: 'file', name, status, created_at, state: fileState(status), ...reason }
}

function fromInsight(insight: Omit<ListedInsight, 'project_id'> & { error_reason?: string }): ImportStatus {
  const { insight_key: key, name, processing_status: status, created_at, error_reason } = insight
  const reason = error_reason === undefined ? {} : { reason: error_reason }
  return { key, kind: 'insight', name, status, created_at, state: insightState(status), ...reason }
}

function fromSurvey({
  upload_key: key,
  status,
  created_at,
  parts,
  num_parts,
  error_details,
}: SurveyUpload): ImportStatus {
  const processed = parts.filter((part) => part.status === 'PROCESSED').length
  const name = `survey, ${processed} of ${num_parts} parts`
  const states: Record<string, RecordState> = {
    COMPLETED: 'completed',
    FAILED: 'failed',
    AWAITING_UPLOAD: 'waiting',
  }
  const state = states[status] ?? 'processing'
  const { message } = error_details
  return {
    key,
    kind: 'survey',
    name,
    status,
    created_at,
    state,
    ...(message !== undefined && { reason: message }),
  }
}
