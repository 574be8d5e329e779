/** Reads documents, images and recordings as sources. */
import { type SpokenSegment, transcriptText } from '@inlet/refi-qda'
import { AppError } from '../../../platform/errors.ts'
import { type DocumentRow, requireDocument } from '../../documents/documents.public.ts'
import { type PlaybackRow, requireRecording } from '../../recordings/recordings.public.ts'
import { getFileRecord, readTranscript } from '../../results/results.public.ts'
import { nameWithoutPeople } from '../../surveys/surveys.public.ts'
import { extensionOfType, safeExtension } from '../export.policy.ts'
import { pagesOf } from '../read-files.ts'
import { contentOfDocument, contentOfRecording, type ReadableContent } from '../readable-content.ts'
import type { SourceFile, SourceRecord } from './qde-records.ts'
import { listDocumentFiles } from './qdpx.policy.ts'
import { addText, guidOf, type QdpxReading } from './qdpx-reading.ts'

export async function readInsightSource(reading: QdpxReading, key: string): Promise<void> {
  const { tx, principal } = reading
  await readDocumentSource(reading, await requireDocument(tx, principal, { owner: 'insight', key }))
}

export async function readFileSource(reading: QdpxReading, key: string): Promise<void> {
  const { tx, principal } = reading
  const owner = { owner: 'file', key } as const
  const { record } = await getFileRecord({ db: tx }, principal, key)
  if (record.kind === 'audio' || record.kind === 'video') {
    await readRecordingSource(reading, await requireRecording(tx, principal, owner), key)
    return
  }
  await readDocumentSource(reading, await requireDocument(tx, principal, owner, ['document', 'image']))
}

async function readDocumentSource(reading: QdpxReading, row: DocumentRow): Promise<void> {
  const content = await contentOfDocument(reading, row)
  const viewer = derivedKey(content, 'viewer')?.key ?? null
  const guid = guidOf(row.owner, row.key)
  const textGuid = content.isReady ? await addPages(reading, row, guidOf(row.owner, row.key, 'text')) : null
  const files = listDocumentFiles(row.extension, {
    original: content.original,
    viewer,
    hasText: textGuid !== null,
  })
  if (row.media === 'image' && files.length === 0 && content.original !== null) reading.unsupportedImages += 1
  if (files.length === 0 && textGuid === null) return
  await reading.records.sources.add({
    guid,
    name: reading.nameSource(row.name),
    createdAt: row.created_at.toISOString(),
    recordKey: row.key,
    files,
    textGuid,
    points: null,
  })
}

/** Null if no page has text. */
async function addPages(
  reading: QdpxReading,
  { extraction_id: id, key }: DocumentRow,
  guid: string,
): Promise<string | null> {
  const { tx } = reading
  let hasText = false
  for await (const { text } of pagesOf(tx, id ?? 0)) {
    hasText = text.trim() !== ''
    if (hasText) break
  }
  if (!hasText) return null
  async function* texts() {
    for await (const { text } of pagesOf(tx, id ?? 0)) yield `${text}\n`
  }
  await addText(reading, { guid, recordKey: key }, texts())
  return guid
}

const derivedKey = ({ derived }: ReadableContent, part: string) => derived.find((one) => one.part === part)

/** Returns the GUID of the source; null if nothing of the recording can be shown. */
export async function readRecordingSource(
  reading: QdpxReading,
  row: PlaybackRow,
  recordKey: string,
): Promise<string | null> {
  const content = await contentOfRecording(reading, row)
  const isNamed = row.owner === 'file' || reading.hasPeople
  const guid = guidOf(row.owner, recordKey)
  const transcript = content.isReady ? await addTranscriptText(reading, row, { guid, recordKey }) : null
  const files = listRecordingFiles(row, content)
  if (files.length === 0 && !transcript) return null
  const source: SourceRecord = {
    guid,
    name: reading.nameSource(isNamed ? row.name : nameWithoutPeople(recordKey, row.name)),
    createdAt: row.created_at.toISOString(),
    recordKey,
    files,
    textGuid: transcript?.guid ?? null,
    points: transcript?.points ?? null,
  }
  await reading.records.sources.add(source)
  return guid
}

/** The playback copy is MP4, which every program plays. */
function listRecordingFiles(row: PlaybackRow, content: ReadableContent): SourceFile[] {
  const files: SourceFile[] = []
  const rendition = derivedKey(content, 'rendition')
  if (rendition) {
    const kind = rendition.type.startsWith('audio/') ? 'audio' : 'video'
    files.push({ kind, key: rendition.key, extension: extensionOfType(rendition.type) })
  }
  if (content.original !== null)
    files.push({ kind: row.media, key: content.original, extension: safeExtension(row.name) })
  return files
}

async function addTranscriptText(
  reading: QdpxReading,
  row: PlaybackRow,
  { guid: source, recordKey }: { guid: string; recordKey: string },
) {
  const segments = await readSpoken(reading, row)
  const { text, points } = transcriptText(segments, row.duration_ms ?? 0)
  if (text === '') return null
  const guid = guidOf(source, 'transcript')
  await addText(reading, { guid, recordKey }, [text])
  return { guid, points }
}

async function readSpoken({ tx }: QdpxReading, row: PlaybackRow): Promise<SpokenSegment[]> {
  try {
    const { segments } = await readTranscript({ db: tx }, row, 0)
    return segments.map(({ start_ms, end_ms, speaker, speaker_name, text }) => ({
      startMs: start_ms,
      endMs: end_ms,
      speaker: speaker_name ?? speaker,
      text,
    }))
  } catch (error) {
    // A recording without speech is ready and has no transcript.
    if (error instanceof AppError && error.code === 'not_ready') return []
    throw error
  }
}
