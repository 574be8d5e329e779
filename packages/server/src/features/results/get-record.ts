/** Records with the paths of their results. */
import {
  type FileRecord as FileView,
  type InsightRecord as InsightView,
  resultsPrefix,
} from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { extendedTagOf } from '../../platform/http/etag.ts'
import { type DocumentRow, requireDocument } from '../documents/documents.public.ts'
import { explainNotice, type FileRecord, requireOpenFile, viewFileRecord } from '../files/files.public.ts'
import {
  type Insight,
  insightType,
  processingStatus,
  requireOpenInsight,
  viewInsightRecord,
} from '../insights/insights.public.ts'
import { type PlaybackRow, requireRecording } from '../recordings/recordings.public.ts'

/** A record and the tag of its response. */
interface Tagged<Record> {
  record: Record
  etag: string
}

export async function getInsightRecord(
  { db }: { db: Db },
  principal: Principal,
  insightKey: string,
): Promise<Tagged<InsightView>> {
  const insight = await requireOpenInsight(db, principal, insightKey)
  const isUploaded = insight.phase !== 'awaiting_upload'
  const document = isUploaded
    ? await requireDocument(db, principal, { owner: 'insight', key: insightKey })
    : undefined
  const path = `${resultsPrefix}/insights/${insight.key}`
  const record = {
    insight_key: insight.key,
    ...viewRecord(insight, insight.phase === 'completed'),
    insight_type: insightType(insight.extension),
    insight_state: insight.state,
    status: processingStatus(insight.phase),
    page_count: document?.page_count ?? null,
    links: {
      status: `${resultsPrefix}/import/insights/${insight.key}/status`,
      pages: `${path}/pages`,
      text: `${path}/text`,
      urls: `${path}/urls`,
    },
  }
  return { record, etag: extendedTagOf(viewInsightRecord(insight), record) }
}

export async function getFileRecord(
  { db }: { db: Db },
  principal: Principal,
  wavKey: string,
): Promise<Tagged<FileView>> {
  const file = await requireOpenFile(db, principal, wavKey)
  const { document, recording } = await findContent(db, principal, file)
  const isProtected = recording?.is_private ?? false
  const record = {
    wav_key: file.key,
    ...viewRecord(file, file.status === 'completed'),
    kind: file.kind,
    status: file.status,
    is_protected: isProtected,
    ...(isProtected && { sha256: null }),
    page_count: document?.page_count ?? null,
    width: document?.width ?? null,
    height: document?.height ?? null,
    duration_ms: recording?.duration_ms ?? null,
    links: linksOf(file),
  }
  return { record, etag: extendedTagOf(viewFileRecord(file), record) }
}

async function findContent(
  db: Db,
  principal: Principal,
  { key, kind, status }: FileRecord,
): Promise<{ document?: DocumentRow; recording?: PlaybackRow }> {
  if (kind === 'survey' || status === 'pending_upload') return {}
  const owner = { owner: 'file', key }
  if (kind === 'audio' || kind === 'video') return { recording: await requireRecording(db, principal, owner) }
  return { document: await requireDocument(db, principal, owner, ['document', 'image']) }
}

function linksOf({ key, kind }: FileRecord): FileView['links'] {
  const path = `${resultsPrefix}/files/${key}`
  const isRecording = kind === 'audio' || kind === 'video'
  return {
    status: `${resultsPrefix}/import/files/${key}/status`,
    ...(isRecording && { transcript: `${path}/transcript` }),
    ...(!isRecording && kind !== 'survey' && { pages: `${path}/pages`, text: `${path}/text` }),
    ...(kind !== 'survey' && { urls: `${path}/urls` }),
  }
}

function viewRecord(record: Insight | FileRecord, isCompleted: boolean) {
  return {
    project_id: record.project_id,
    name: record.name,
    external_id: record.external_id,
    metadata: record.metadata,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
    completed_at: isCompleted ? (record.completed_at?.toISOString() ?? null) : null,
    error_code: record.failure_code,
    error_reason: record.failure_message,
    notices: isCompleted ? record.notices.map(explainNotice) : [],
    size_bytes: record.object_bytes,
    sha256: record.sha256,
  }
}
