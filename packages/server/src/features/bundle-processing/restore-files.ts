/** Restores insights, files and recordings as they were exported. */
import { failureCodes } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import {
  insertPages,
  restoreExtraction,
  type StoredExtraction,
} from '../document-processing/document-processing.public.ts'
import { restoreFile } from '../files/files.public.ts'
import { restoreInsight } from '../insights/insights.public.ts'
import {
  type RestoredSegment,
  restoreRecording,
  restoreSegments,
  restoreTranscript,
} from '../recording-processing/recording-processing.public.ts'
import { restoreNames } from '../recordings/recordings.public.ts'
import { enqueueIndexing } from '../search-index/search-index.public.ts'
import { type FileKind, hasForbiddenCharacters, readFileName } from '../uploads/uploads.public.ts'
import { renditionTypes } from './bundle.policy.ts'
import { bundleFault } from './bundle-fault.ts'
import type { BundleFolder } from './bundle-texts.ts'
import type { RecordingState, Shape } from './restored-shapes.ts'

export interface Restoring {
  tx: Tx
  enqueue: Enqueue
  principal: Principal
  projectId: number
}

/** Of what was not ready, or whose files were not in the export. */
export const notExported = { code: 'not_exported', message: failureCodes.not_exported } as const

export async function restoreInsightFolder(restoring: Restoring, folder: BundleFolder): Promise<void> {
  const state = await requireState(folder, 'insight')
  requireFormat(folder, state.insight, 'document')
  const original = folder.object('original')
  const isWhole = state.insight.phase === 'completed' && original !== null && state.extraction
  const extractionId = isWhole ? await restoreDocument(restoring, folder, isWhole) : null
  const hasFailed = state.insight.phase === 'failed'
  const stored =
    isWhole || hasFailed ? state.insight : { ...state.insight, phase: 'failed' as const, ...failed }
  await restoreInsight(restoring.tx, restoring, { stored, original, extractionId })
}

const failed = { failure_code: notExported.code, failure_message: notExported.message }

export async function restoreFileFolder(restoring: Restoring, folder: BundleFolder): Promise<void> {
  const state = await requireState(folder, 'file')
  const { file } = state
  requireFormat(folder, file, file.kind)
  const isDocument = file.kind === 'document' || file.kind === 'image'
  const extractionId =
    isDocument && state.extraction ? await restoreDocument(restoring, folder, state.extraction) : null
  const recordingId = isDocument ? null : await restoreRecordingOf(restoring, folder, state)
  const isReady = file.status === 'completed' && (extractionId !== null || recordingId !== null)
  const stored = isReady || file.status === 'error' ? file : { ...file, status: 'error' as const, ...failed }
  const original = folder.object('original')
  await restoreFile(restoring.tx, restoring, { stored, original, extractionId, recordingId })
}

async function requireState<Name extends 'insight' | 'file' | 'survey' | 'media'>(
  folder: BundleFolder,
  name: Name,
): Promise<Shape<Name>> {
  const state = await folder.json(name, 'state.json')
  if (!state) throw bundleFault('content_invalid', folder.path, 'it has no state.json')
  return state
}

export { requireState }

/** Of a project or survey. */
export function requireName(path: string, name: string): void {
  if (hasForbiddenCharacters(name))
    throw bundleFault('content_invalid', path, 'its name has forbidden characters')
}

/** A name determines how a file is served, so it must be one that could be uploaded. */
function requireFormat(
  folder: BundleFolder,
  { name, extension }: { name: string; extension: string },
  kind: FileKind,
): void {
  try {
    if (readFileName('name', name, [kind]).extension === extension) return
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  throw bundleFault('content_invalid', folder.path, 'the extension of its name differs from that of its file')
}

async function restoreDocument(
  { tx, enqueue, principal }: Restoring,
  folder: BundleFolder,
  stored: StoredExtraction,
): Promise<number> {
  const id = await restoreExtraction(tx, stored, {
    viewerKey: folder.object('viewer')?.key ?? null,
    thumbnailKey: folder.object('thumbnail')?.key ?? null,
  })
  await insertPages(tx, id, folder.lines('page', 'pages.ndjson'))
  await enqueueIndexing(enqueue, tx, { kind: 'page', sourceId: id, teamId: principal.teamId })
  return id
}

/** Null when the bundle has nothing to play. */
export async function restoreRecordingOf(
  { tx, enqueue, principal }: Restoring,
  folder: BundleFolder,
  { recording, transcript, segments = [], speaker_names = [] }: RecordingState,
): Promise<number | null> {
  const rendition = recording ? folder.object('rendition') : null
  if (!recording || !rendition) return null
  if (!renditionTypes.includes(recording.rendition_type))
    throw bundleFault('content_invalid', folder.path, 'its rendition has an unknown type')
  const recordingId = await restoreRecording(tx, recording, {
    renditionKey: rendition.key,
    posterKey: folder.object('poster')?.key ?? null,
  })
  if (!transcript) return recordingId
  await restoreTranscript(tx, recordingId, transcript)
  const spoken = await folder.json('transcript', 'transcript.json')
  const more = new Map(segments.map((segment) => [segment.number, segment]))
  await restoreSegments(
    tx,
    recordingId,
    (spoken?.segments ?? []).map((segment) => toStored(segment, more.get(segment.number))),
  )
  await restoreNames(tx, { recordingId, userId: principal.userId }, speaker_names)
  await enqueueIndexing(enqueue, tx, { kind: 'segment', sourceId: recordingId, teamId: principal.teamId })
  return recordingId
}

type Segment = Shape<'transcript'>['segments'][number]

function toStored(
  { number, start_ms, end_ms, text, confidence, speaker, is_suspicious, words = [] }: Segment,
  more: NonNullable<RecordingState['segments']>[number] | undefined,
): RestoredSegment {
  return {
    number,
    start_ms,
    end_ms,
    text,
    confidence,
    speaker,
    is_suspicious,
    words: words.map((word) => word.text),
    word_starts_ms: words.map((word) => word.start_ms),
    word_ends_ms: words.map((word) => word.end_ms),
    are_times_approximate: more?.are_times_approximate ?? words.some((word) => word.is_approximate),
    earliest_ms: more?.earliest_ms ?? null,
    latest_ms: more?.latest_ms ?? null,
  }
}
