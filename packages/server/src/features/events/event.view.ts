import { type Event, kindOf, resultsPrefix } from '@inlet/contract'
import type { EventRow } from './events.repo.ts'

/** The same bytes for every reader, so that a webhook can be compared with the log. */
export function viewEvent({ id, type, project_id, occurred_at, data }: EventRow): Event {
  return {
    id,
    type,
    timestamp: occurred_at.toISOString(),
    data: { project_id, ...data, external_id: externalIdOf(data), links: linksOf(type, data) },
  }
}

/** Absent in events of earlier releases, and in those that are not about one record. */
const externalIdOf = ({ external_id }: Record<string, unknown>): string | null =>
  typeof external_id === 'string' ? external_id : null

const imports = `${resultsPrefix}/import`

/** What is gone cannot be read. */
const ends = ['purged', 'deleted', 'erased']

function linksOf(type: string, data: Record<string, unknown>): Event['data']['links'] {
  const kind = kindOf(type)
  if (ends.includes(type.slice(kind.length + 1)) && kind !== 'respondent') return {}
  const status = statusPath(data)
  return status === undefined ? {} : { status }
}

function statusPath(data: Record<string, unknown>): string | undefined {
  const { wav_key, insight_key, upload_key, export_key, bundle_key } = data
  if (typeof export_key === 'string') return `${resultsPrefix}/exports/${export_key}`
  if (typeof bundle_key === 'string') return `${imports}/bundles/${bundle_key}/status`
  if (typeof wav_key === 'string') return `${imports}/files/${wav_key}/status`
  if (typeof insight_key === 'string') return `${imports}/insights/${insight_key}/status`
  return typeof upload_key === 'string' ? `${imports}/surveys/${upload_key}/status` : undefined
}
