/** What an import of the bundle needs of a record beyond what the read API says of it. */
import {
  readStoredExtraction,
  type StoredExtraction,
} from '../document-processing/document-processing.public.ts'
import type { DocumentRow } from '../documents/documents.public.ts'
import { readStoredSurveyFile } from '../files/files.public.ts'
import { readStoredRecording } from '../recording-processing/recording-processing.public.ts'
import { type PlaybackRow, readStoredNames } from '../recordings/recordings.public.ts'
import { readStoredColumns } from '../responses/responses.public.ts'
import { readabilityOf, resultsOf } from '../results/results.public.ts'
import { readStoredSurvey, requireSnapshot } from '../surveys/surveys.public.ts'
import { type Folder, type ProjectReading, toJson } from './project-reading.ts'

export async function addState(
  { spool }: ProjectReading,
  { path, key: recordKey }: Folder,
  state: object,
): Promise<void> {
  await spool.addFile({ path: `${path}/state.json`, role: 'state', recordKey }, [toJson(state)])
}

export async function documentState(
  { tx }: ProjectReading,
  { status, extraction_id: id }: DocumentRow,
): Promise<StoredExtraction | null> {
  return status === 'ready' && id !== null ? readStoredExtraction(tx, id) : null
}

/** Nothing of a protected recording before it is ready, and no transcript that is not complete. */
export async function recordingState({ tx }: ProjectReading, row: PlaybackRow): Promise<object> {
  const isReady = readabilityOf(resultsOf(row)) === 'ready'
  const id = row.recording_id
  if (id === null || (row.is_private && !isReady)) return { recording: null }
  const { recording, transcript, segments } = await readStoredRecording(tx, id)
  if (!isReady) return { recording }
  return { recording, transcript, segments, speaker_names: await readStoredNames(tx, id) }
}

export async function surveyState(
  { tx, principal }: ProjectReading,
  uploadKey: string,
  { hasResults }: { hasResults: boolean },
): Promise<object> {
  const { id } = await requireSnapshot(tx, principal, uploadKey)
  const { survey, parts } = await readStoredSurvey(tx, id)
  const file = await readStoredSurveyFile(tx, id)
  if (!hasResults) return { survey, parts, file }
  return { survey, parts, file, ...(await readStoredColumns(tx, id)) }
}
