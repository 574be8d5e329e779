import type { RouteBody } from '@inlet/contract'
import type {
  restoreTranscript as restoreRoute,
  revertTranscript as revertRoute,
} from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LineContent } from '../recording-processing/recording-processing.public.ts'
import {
  type ChangeDeps,
  type ChangedTranscript,
  conflictOf,
  type LineChange,
  openTranscript,
  saveChange,
} from './change-transcript.ts'
import type { RecordingParams } from './open-recording.ts'
import { readLines } from './recordings.repo.ts'
import { readChange, readLinesAfter } from './transcript-changes.repo.ts'

/** Undoes one change, unless its lines have been changed again. */
export async function revertTranscript(
  deps: ChangeDeps,
  principal: Principal,
  params: RecordingParams,
  { version }: RouteBody<typeof revertRoute>,
): Promise<ChangedTranscript> {
  return inTransaction(deps.db, async (tx) => {
    const transcript = await openTranscript(tx, principal, params)
    const lines = await readChange(tx, transcript.recordingId, version)
    if (lines.length === 0) throw new AppError('change_not_revertible')
    const changes = await pairLines(tx, transcript.recordingId, lines)
    const changed = changes.filter(({ before }) => before.version !== version)
    if (changed.length > 0)
      throw conflictOf(
        transcript.version,
        changed.map(({ before }) => before),
      )
    return saveChange(deps, tx, principal, { transcript, kind: 'revert', changes })
  })
}

/** Restores all lines as they were after a change, unless the transcript differs from what the user sees. */
export async function restoreTranscript(
  deps: ChangeDeps,
  principal: Principal,
  params: RecordingParams,
  { version, seen_version: seen }: RouteBody<typeof restoreRoute>,
): Promise<ChangedTranscript> {
  return inTransaction(deps.db, async (tx) => {
    const transcript = await openTranscript(tx, principal, params)
    if (transcript.version !== seen) throw conflictOf(transcript.version, [])
    const lines = await readLinesAfter(tx, transcript.recordingId, version)
    const changes = await pairLines(tx, transcript.recordingId, lines)
    return saveChange(deps, tx, principal, { transcript, kind: 'restore', changes })
  })
}

async function pairLines(tx: Tx, recordingId: number, lines: readonly LineContent[]): Promise<LineChange[]> {
  const numbers = lines.map(({ number }) => number)
  const current = new Map((await readLines(tx, recordingId, numbers)).map((line) => [line.number, line]))
  return lines.flatMap((after) => {
    const before = current.get(after.number)
    return before ? [{ before, after }] : []
  })
}
