/** What every change of a transcript has in common: locks, redaction, history, search index and audit log. */
import type { RouteResponse } from '@inlet/contract'
import type { editTranscript, TranscriptChangeKind } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { auditChange } from '../audit/audit.public.ts'
import {
  type LineContent,
  lockTranscript,
  saveLines,
} from '../recording-processing/recording-processing.public.ts'
import { reindexSegments } from '../search-index/search-index.public.ts'
import { type RecordingParams, requireLockedRecording } from './open-recording.ts'
import { realignWords } from './realign-words.policy.ts'
import { type PlaybackRow, readLines, type StoredSegment, withTimes } from './recordings.repo.ts'
import { addsLabels, keepsLabels } from './redaction-labels.policy.ts'
import { continueChange, forgetLines, insertChange } from './transcript-changes.repo.ts'

export interface ChangeDeps {
  db: Db
  enqueue: Enqueue
}

export type ChangedTranscript = RouteResponse<typeof editTranscript, 200>

export interface OpenTranscript {
  row: PlaybackRow
  recordingId: number
  version: number
}

/** Locks the recording and its transcript until the transaction ends. */
export async function openTranscript(
  tx: Tx,
  principal: Principal,
  params: RecordingParams,
): Promise<OpenTranscript> {
  const row = await requireLockedRecording(tx, principal, params)
  const { recording_id: recordingId } = row
  const version = recordingId === null ? undefined : await lockTranscript(tx, recordingId)
  if (recordingId === null || version === undefined) throw new AppError('transcript_not_ready')
  return { row, recordingId, version }
}

export interface LineChange {
  before: StoredSegment
  after: LineContent
}

export interface Change {
  kind: TranscriptChangeKind
  changes: readonly LineChange[]
  /** The change that this one continues. */
  continues?: number | undefined
}

export async function saveChange(
  { enqueue }: Pick<ChangeDeps, 'enqueue'>,
  tx: Tx,
  principal: Principal,
  { transcript, kind, changes, continues }: Change & { transcript: OpenTranscript },
): Promise<ChangedTranscript> {
  const { row, recordingId } = transcript
  if (changes.length === 0) return { version: transcript.version, lines: [], changed: false }
  if (row.is_private) requireLabels(changes)
  const version = transcript.version + 1
  const numbers = changes.map(({ before }) => before.number)
  const edit = { recordingId, userId: principal.userId, numbers }
  const isContinued =
    continues === transcript.version && (await continueChange(tx, { ...edit, version: continues }))
  if (!isContinued) await insertChange(tx, { ...edit, version, kind })
  await saveLines(
    tx,
    recordingId,
    version,
    changes.map(({ after }) => after),
  )
  if (row.is_private) await forgetLines(tx, recordingId, redactedBy(changes))
  const { project_id: projectId, team_id: teamId } = row
  await reindexSegments(enqueue, tx, { recordingId, projectId, teamId }, numbers)
  if (!isContinued)
    await auditChange(tx, principal, {
      action: 'recordings.editTranscript',
      subject: `${row.owner} ${row.key}`,
      details: { kind, version, line_count: changes.length },
    })
  return { version, lines: (await readLines(tx, recordingId, numbers)).map(withTimes), changed: true }
}

function requireLabels(changes: readonly LineChange[]): void {
  if (changes.some(({ before, after }) => !keepsLabels(shownText(before), shownText(after))))
    throw new AppError('redaction_required')
}

const redactedBy = (changes: readonly LineChange[]): number[] =>
  changes
    .filter(({ before, after }) => addsLabels(shownText(before), shownText(after)))
    .map(({ before }) => before.number)

/** The words joined, or the text of a line whose words have no times. */
export const shownText = ({ words, text }: Pick<LineContent, 'words' | 'text'>): string =>
  words.length > 0 ? words.join(' ') : text

/** The line with a new text, which a person has read: doubts of the speech engine no longer apply. */
export function correctLine(before: StoredSegment, text: string): LineChange {
  const words = text === '' ? [] : text.split(' ')
  const after = { number: before.number, text, confidence: null, is_suspicious: false }
  return { before, after: { ...after, ...realignWords(before, words) } }
}

export function conflictOf(version: number, lines: readonly StoredSegment[]): AppError {
  return new AppError('transcript_changed', { body: { version, lines: lines.map(withTimes) } })
}
