/** Reads insights, files and recordings for an export. */
import { maxTextPages } from '@inlet/contract'
import { AppError } from '../../platform/errors.ts'
import { type DocumentRow, listPages, type PageRow, requireDocument } from '../documents/documents.public.ts'
import { readStoredFile } from '../files/files.public.ts'
import { readStoredInsight } from '../insights/insights.public.ts'
import { type PlaybackRow, requireRecording } from '../recordings/recordings.public.ts'
import { getFileRecord, getInsightRecord, getTranscript } from '../results/results.public.ts'
import { extensionOfType, safeExtension } from './export.policy.ts'
import { type Folder, type ProjectReading, toJson, toLine } from './project-reading.ts'
import { addState, documentState, recordingState } from './read-state.ts'
import { contentOfDocument, contentOfRecording, type ReadableContent } from './readable-content.ts'

export async function readInsight(reading: ProjectReading, key: string): Promise<void> {
  const { tx, principal, spool } = reading
  const { record } = await getInsightRecord({ db: tx }, principal, key)
  const folder = { path: `insights/${key}`, key }
  await spool.addFile({ path: `${folder.path}/insight.json`, role: 'insight', recordKey: key }, [
    toJson(withoutLinks(record)),
  ])
  const document = await requireDocument(tx, principal, { owner: 'insight', key })
  await addState(reading, folder, {
    insight: await readStoredInsight(tx, principal, key),
    extraction: await documentState(reading, document),
  })
  await readDocument(reading, folder, document)
}

export async function readFile(reading: ProjectReading, key: string): Promise<void> {
  const { tx, principal, spool } = reading
  const { record } = await getFileRecord({ db: tx }, principal, key)
  const folder = { path: `files/${key}`, key }
  await spool.addFile({ path: `${folder.path}/file.json`, role: 'file', recordKey: key }, [
    toJson(withoutLinks(record)),
  ])
  const owner = { owner: 'file', key } as const
  const file = await readStoredFile(tx, principal, key)
  if (record.kind === 'audio' || record.kind === 'video') {
    const recording = await requireRecording(tx, principal, owner)
    await addState(reading, folder, { file, ...(await recordingState(reading, recording)) })
    return readRecording(reading, folder, recording)
  }
  const document = await requireDocument(tx, principal, owner, ['document', 'image'])
  await addState(reading, folder, { file, extraction: await documentState(reading, document) })
  await readDocument(reading, folder, document)
}

export function withoutLinks<R extends { links: object }>({ links: _links, ...record }: R): Omit<R, 'links'> {
  return record
}

async function readDocument(reading: ProjectReading, folder: Folder, row: DocumentRow): Promise<void> {
  const { tx, spool } = reading
  const content = await contentOfDocument(reading, row)
  await addObjects(reading, folder, row.name, content)
  if (!content.isReady) return
  await spool.addFile(
    { path: `${folder.path}/pages.ndjson`, role: 'pages', recordKey: folder.key },
    pageLines(tx, row.extraction_id ?? 0),
  )
}

async function* pageLines(tx: ProjectReading['tx'], extractionId: number): AsyncGenerator<string> {
  for await (const { number, source, text } of pagesOf(tx, extractionId))
    yield toLine({ number, source, text })
}

/** All pages of a document, in their order. */
export async function* pagesOf(tx: ProjectReading['tx'], extractionId: number): AsyncGenerator<PageRow> {
  for (let from = 1; ; from += maxTextPages) {
    const pages = await listPages(tx, extractionId, from, maxTextPages)
    yield* pages
    if (pages.length < maxTextPages) return
  }
}

export async function readRecording(
  reading: ProjectReading,
  folder: Folder,
  row: PlaybackRow,
): Promise<void> {
  const content = await contentOfRecording(reading, row)
  await addObjects(reading, folder, row.name, content)
  if (content.isReady) await addTranscript(reading, folder, row)
}

async function addTranscript(
  reading: ProjectReading,
  { path, key }: Folder,
  row: PlaybackRow,
): Promise<void> {
  const { tx, spool } = reading
  try {
    const { body } = await getTranscript({ db: tx }, row, { words: 'true' })
    await spool.addFile({ path: `${path}/transcript.json`, role: 'transcript', recordKey: key }, [
      toJson(body),
    ])
    const captions = await getTranscript({ db: tx }, row, { format: 'vtt' })
    await spool.addFile({ path: `${path}/transcript.vtt`, role: 'captions', recordKey: key }, [
      captions.body as string,
    ])
  } catch (error) {
    // A recording without speech is ready and has no transcript.
    if (!(error instanceof AppError && error.code === 'not_ready')) throw error
  }
}

async function addObjects(
  { spool }: ProjectReading,
  { path, key: recordKey }: Folder,
  name: string,
  { original, derived }: ReadableContent,
): Promise<void> {
  if (original !== null)
    await spool.addObject({
      path: `${path}/original.${safeExtension(name)}`,
      role: 'original',
      recordKey,
      source: original,
    })
  for (const { part, key: source, type } of derived)
    await spool.addObject({ path: `${path}/${part}.${extensionOfType(type)}`, role: part, recordKey, source })
}
