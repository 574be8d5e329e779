/** Restores surveys with their responses, people and media files as they were exported. */
import { defaultLimits } from '@inlet/survey-csv'
import type { Copy } from '../../platform/db/copy.ts'
import { restoreSurveyFile } from '../files/files.public.ts'
import {
  createPartRestorer,
  indexNotes,
  restoreColumns,
  restoreRespondents,
  type StoredColumn,
  UnexpectedResponse,
} from '../responses/responses.public.ts'
import {
  restoreMedia,
  restoreParts,
  restoreReplacements,
  restoreSurvey,
  type StoredMedia,
  type StoredPart,
  type StoredSurvey,
} from '../surveys/surveys.public.ts'
import { bundleFault } from './bundle-fault.ts'
import type { BundleFolder } from './bundle-texts.ts'
import { inBatches } from './in-batches.ts'
import { createPartMeter } from './part-meter.ts'
import {
  notExported,
  type Restoring,
  requireName,
  requireState,
  restoreRecordingOf,
} from './restore-files.ts'
import type { Shape } from './restored-shapes.ts'

export interface SurveyRestoring extends Restoring {
  copy: Copy
  open(path: string): Promise<BundleFolder>
  /** The paths of the folders of media files, in their order. */
  mediaFolders(surveyPath: string): AsyncIterable<string>
}

const peopleAtOnce = 5_000

/** Returns the id of the new survey. */
export async function restoreSurveyFolder(restoring: SurveyRestoring, folder: BundleFolder): Promise<number> {
  const { tx, principal } = restoring
  const state = await requireState(folder, 'survey')
  const { columns, options = [] } = state
  // Each column takes memory for all rows of a part.
  if (columns && columns.length > defaultLimits.maxColumns)
    throw bundleFault('content_invalid', folder.path, `it has more than ${defaultLimits.maxColumns} columns`)
  const survey = columns ? restingSurvey(state) : failedSurvey(state.survey)
  const { name, external_id, metadata } = survey
  requireName(folder.path, name)
  const fileId = await restoreSurveyFile(tx, restoring, { ...state.file, name, external_id, metadata })
  const surveyId = await restoreSurvey(tx, { ...restoring, fileId }, survey)
  await restoreParts(tx, surveyId, await partsOf(restoring, folder, state))
  if (!columns) return surveyId
  await restoreColumns(tx, surveyId, { columns, options })
  await restoreResponses(restoring, folder, { surveyId, columns, parts: state.parts })
  await restorePeople(restoring, folder, surveyId)
  for await (const path of restoring.mediaFolders(folder.path))
    await restoreMediaFolder(restoring, await restoring.open(path), surveyId)
  await restoreReplacements(tx, surveyId)
  const teamId = principal.teamId
  await restoring.enqueue(tx, indexNotes, { v: 1, surveyId }, { teamId, key: String(surveyId) })
  return surveyId
}

/** A survey that was being changed rests as it was before, with parts that await their upload. */
function restingSurvey({ survey, parts }: Shape<'survey'>): StoredSurvey {
  if (survey.status !== 'VALIDATING' && survey.status !== 'PROCESSING') return survey
  const isWhole = parts.every(({ status }) => status === 'PROCESSED')
  return { ...survey, status: isWhole ? 'COMPLETED' : 'AWAITING_UPLOAD' }
}

/** Without results: its parts have to be uploaded again. */
const failedSurvey = (survey: StoredSurvey): StoredSurvey => ({
  ...survey,
  ...(survey.status !== 'FAILED' && { status: 'FAILED', error_details: notExported }),
  response_count: 0,
  mapped_at: null,
})

async function partsOf(
  restoring: SurveyRestoring,
  folder: BundleFolder,
  { parts, columns }: Shape<'survey'>,
) {
  const files = await restoring.open(`${folder.path}/parts`)
  return parts.map((stored) => {
    const isKept = columns !== undefined && stored.status === 'PROCESSED'
    return {
      stored: isKept ? stored : awaited(stored),
      object: isKept ? files.objectNamed(`${stored.number}.csv`) : null,
    }
  })
}

const awaited = (part: StoredPart): StoredPart => ({
  ...part,
  status: part.status === 'FAILED' ? 'FAILED' : 'PENDING',
  row_count: null,
  respondent_count: null,
  processed_at: null,
})

interface RestoredSurvey {
  surveyId: number
  columns: readonly StoredColumn[]
  parts: readonly StoredPart[]
}

interface RestoredPart {
  number: number
  rows: ReturnType<typeof createPartRestorer>
  measure: ReturnType<typeof createPartMeter>
}

/** Both files have a line for each response, in the order of their ids. */
async function restoreResponses(
  { copy }: SurveyRestoring,
  folder: BundleFolder,
  { surveyId, columns, parts }: RestoredSurvey,
): Promise<void> {
  const path = `${folder.path}/responses.ndjson`
  const mismatch = (why: string) => bundleFault('content_invalid', path, why)
  const open = new Set(columns.filter(({ type }) => type === 'Open-ended').map(({ position }) => position))
  const states = folder.lines('responseState', 'state.ndjson')
  let part: RestoredPart | undefined
  const saved = new Map<number, number>()
  const finish = async () => {
    if (!part) return
    saved.set(part.number, part.rows.rowCount)
    await part.rows.finish(copy)
  }
  for await (const response of folder.lines('response', 'responses.ndjson')) {
    const state = await states.next()
    if (state.done === true || state.value.id !== response.response_id)
      throw mismatch('it does not match state.ndjson')
    if (part?.number !== response.part_number) {
      await finish()
      if (saved.has(response.part_number)) throw mismatch('its parts are not in order')
      const rows = createPartRestorer(surveyId, response.part_number, columns)
      part = { number: response.part_number, rows, measure: createPartMeter(path) }
    }
    const restored = { ...state.value, ...toRestored(response, open) }
    part.measure(restored)
    try {
      part.rows.add(restored)
    } catch (error) {
      throw error instanceof UnexpectedResponse ? mismatch(error.message) : error
    }
  }
  await finish()
  const isWhole = parts.every(({ number, status, row_count }) =>
    status === 'PROCESSED' ? (saved.get(number) ?? 0) === row_count : !saved.has(number),
  )
  if (!isWhole || (await states.next()).done !== true)
    throw mismatch('its number of responses differs from that of the parts')
}

function toRestored(
  { answered_at, respondent_id, answers }: Shape<'response'>,
  openColumns: ReadonlySet<number>,
): { respondentId: number; answeredAt: number | null; notes: { position: number; text: string }[] } {
  const time = answered_at === null ? null : Date.parse(answered_at)
  return {
    respondentId: respondent_id,
    answeredAt: time === null || Number.isNaN(time) ? null : time,
    notes: answers.flatMap(({ position, values: [text] }) =>
      openColumns.has(position) && text !== undefined ? [{ position, text }] : [],
    ),
  }
}

async function restorePeople(
  { copy }: SurveyRestoring,
  folder: BundleFolder,
  surveyId: number,
): Promise<void> {
  const lines = folder.lines('respondent', 'respondents.ndjson')
  for await (const people of inBatches(lines, { count: peopleAtOnce }))
    await restoreRespondents(
      copy,
      surveyId,
      people.map(({ respondent_id: id, name, email }) => ({ id, name, email })),
    )
}

async function restoreMediaFolder(
  restoring: SurveyRestoring,
  folder: BundleFolder,
  surveyId: number,
): Promise<void> {
  const state = await requireState(folder, 'media')
  const recordingId = await restoreRecordingOf(restoring, folder, state)
  const isUnfinished = recordingId === null || !state.transcript
  await restoreMedia(restoring.tx, surveyId, {
    stored: restingMedia(state.media, isUnfinished),
    original: state.media.status === 'LINKED' ? folder.object('original') : null,
    recordingId,
  })
}

/** What was uploaded but not linked has to be uploaded again. */
function restingMedia(media: StoredMedia, isUnfinished: boolean): StoredMedia {
  if (media.status === 'UPLOADED' || media.status === 'PENDING')
    return { ...media, status: 'PENDING', object_bytes: null }
  if (media.status !== 'LINKED' || !isUnfinished || media.recording_failure_code !== null) return media
  const { code, message } = notExported
  return { ...media, recording_failure_code: code, recording_failure_message: message }
}
