/** Files and insights take the same steps under different names; here they have one. */
import type { Inlet, RequestOptions, UploadDescriptor } from '@inlet/sdk'
import type { ImportAs } from '../journal/entries.ts'

/** `waiting`: for its upload, as far as the service tells. States that are not known count as `processing`. */
export type RecordState = 'waiting' | 'processing' | 'completed' | 'failed'

export interface Page {
  states: ReadonlyMap<string, RecordState>
  hasNext: boolean
}

export interface Records {
  initialize(
    request: { projectId: number; name: string },
    options: RequestOptions,
  ): Promise<{ key: string; descriptor: UploadDescriptor }>
  complete(key: string, options: RequestOptions): Promise<unknown>
  status(key: string, options: RequestOptions): Promise<{ state: RecordState; reason: string | undefined }>
  /** Newest first. */
  page(offset: number, options: RequestOptions): Promise<Page>
}

const noReason = 'The service gave no reason.'

export function openRecords({ files, insights }: Inlet, shouldPublish: boolean): Record<ImportAs, Records> {
  return {
    file: {
      async initialize({ projectId, name }, options) {
        const begun = await files.initialize({ project_id: projectId, file_name: name }, options)
        return { key: begun.wav_key, descriptor: begun }
      },
      complete: (key, options) => files.complete(key, options),
      async status(key, options) {
        const { status, error_reason } = await files.status(key, options)
        return { state: fileState(status), reason: error_reason }
      },
      async page(offset, options) {
        const { items, hasNext } = await files.list({ offset }, options)
        return { states: new Map(items.map((item) => [item.wav_key, fileState(item.status)])), hasNext }
      },
    },
    insight: {
      async initialize({ projectId, name }, options) {
        const begun = await insights.initialize({ project_id: projectId, filename: name }, options)
        return { key: begun.insight_key, descriptor: begun }
      },
      complete: (key, options) => insights.complete(key, { should_publish: shouldPublish }, options),
      async status(key, options) {
        const { processing_status, error_reason } = await insights.status(key, options)
        return { state: insightState(processing_status), reason: error_reason }
      },
      async page(offset, options) {
        const { items, hasNext } = await insights.list({ offset }, options)
        const states = items.map((item) => [item.insight_key, insightState(item.processing_status)] as const)
        return { states: new Map(states), hasNext }
      },
    },
  }
}

/** Why a record failed, as a sentence that is never empty. */
export async function reasonOf(records: Records, key: string, options: RequestOptions): Promise<string> {
  return (await records.status(key, options)).reason ?? noReason
}

export function fileState(status: string): RecordState {
  if (status === 'pending_upload') return 'waiting'
  if (status === 'completed') return 'completed'
  return status === 'error' ? 'failed' : 'processing'
}

export function insightState(status: string): RecordState {
  return status === 'completed' || status === 'failed' ? status : 'processing'
}
