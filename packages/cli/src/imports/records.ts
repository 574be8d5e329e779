/** A common interface for files and insights, whose operations differ only in names. */
import type { Inlet, RequestOptions, UploadDescriptor } from '@inlet/sdk'
import type { ImportAs } from '../journal/entries.ts'
import { type ReferenceOptions, referencesOf } from './references.ts'

/** `waiting`: for its upload. Unknown states count as `processing`. */
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
  /** Newest first. */
  page(offset: number, options: RequestOptions): Promise<Page>
}

export function openRecords(
  { files, insights }: Inlet,
  { shouldPublish = false, references = {} }: { shouldPublish?: boolean; references?: ReferenceOptions } = {},
): Record<ImportAs, Records> {
  const sent = referencesOf(references)
  return {
    file: {
      async initialize({ projectId, name }, options) {
        const begun = await files.initialize({ project_id: projectId, file_name: name, ...sent }, options)
        return { key: begun.wav_key, descriptor: begun }
      },
      complete: (key, options) => files.complete(key, options),
      async page(offset, options) {
        const { items, hasNext } = await files.list({ offset }, options)
        return { states: new Map(items.map((item) => [item.wav_key, fileState(item.status)])), hasNext }
      },
    },
    insight: {
      async initialize({ projectId, name }, options) {
        const begun = await insights.initialize({ project_id: projectId, filename: name, ...sent }, options)
        return { key: begun.insight_key, descriptor: begun }
      },
      complete: (key, options) => insights.complete(key, { should_publish: shouldPublish }, options),
      async page(offset, options) {
        const { items, hasNext } = await insights.list({ offset }, options)
        const states = items.map((item) => [item.insight_key, insightState(item.processing_status)] as const)
        return { states: new Map(states), hasNext }
      },
    },
  }
}

export function fileState(status: string): RecordState {
  if (status === 'pending_upload') return 'waiting'
  if (status === 'completed') return 'completed'
  return status === 'error' ? 'failed' : 'processing'
}

export function insightState(status: string): RecordState {
  return status === 'completed' || status === 'failed' ? status : 'processing'
}
