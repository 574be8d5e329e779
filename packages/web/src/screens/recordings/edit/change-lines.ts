/** Calls that change a transcript, each with a notice that undoes it. */
import {
  assignSpeakers,
  editTranscript,
  type Recording,
  replaceInTranscript,
  restoreTranscript,
  revertTranscript,
  type SpeakerAssignment,
  type TranscriptConflict,
} from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import { isInletError } from '../../../api/api-error.ts'
import { type CallInput, type CallResult, call } from '../../../api/call.ts'
import { type Notice, showNotice } from '../../../notices/notice-store.ts'
import { countOf } from '../../../ui/format/count.ts'
import { nameInCache, type RecordingKey, saveInCache } from './transcript-cache.ts'

export interface EditTarget {
  client: QueryClient
  recording: Pick<Recording, 'owner' | 'key'>
}

const paramsOf = ({ owner, key }: RecordingKey) => ({ params: { owner, key } })

export async function saveLine(
  { client, recording }: EditTarget,
  line: { number: number; version: number; text: string },
  continues: number | undefined,
): Promise<CallResult<typeof editTranscript>> {
  const body = { lines: [line], ...(continues === undefined ? {} : { continues }) }
  const changed = await call(editTranscript, { ...paramsOf(recording), body })
  saveInCache(client, recording, changed)
  return changed
}

export async function revertChange(
  { client, recording }: EditTarget,
  version: number,
): Promise<CallResult<typeof revertTranscript>> {
  const changed = await call(revertTranscript, { ...paramsOf(recording), body: { version } })
  saveInCache(client, recording, changed)
  return changed
}

/** The notice after a change; its undo can be undone, too. */
export function tellChange(target: EditTarget, text: string, version: number): void {
  showNotice(noticeOf(target, text, version))
}

function noticeOf(target: EditTarget, text: string, version: number): Notice {
  const undo = async () => {
    const { version: next } = await revertChange(target, version)
    return noticeOf(target, 'Undone.', next)
  }
  return { text, undo }
}

export async function replaceAll(
  target: EditTarget,
  body: NonNullable<CallInput<typeof replaceInTranscript>['body']>,
): Promise<number> {
  const { client, recording } = target
  const changed = await call(replaceInTranscript, { ...paramsOf(recording), body })
  saveInCache(client, recording, changed)
  const { match_count: count, lines } = changed
  if (lines.length > 0)
    tellChange(
      target,
      `Replaced ${countOf(count, 'match', 'matches')} in ${countOf(lines.length, 'line')}.`,
      changed.version,
    )
  return count
}

export async function restoreVersion(target: EditTarget, version: number, seen: number): Promise<void> {
  const { client, recording } = target
  const body = { version, seen_version: seen }
  const changed = await call(restoreTranscript, { ...paramsOf(recording), body })
  saveInCache(client, recording, changed)
  if (changed.lines.length > 0)
    tellChange(target, `Restored ${countOf(changed.lines.length, 'line')}.`, changed.version)
}

export async function nameSpeakers(
  target: EditTarget,
  assignment: SpeakerAssignment,
  text: string,
): Promise<void> {
  const { client, recording } = target
  const assign = async (body: SpeakerAssignment) => {
    const assigned = await call(assignSpeakers, { ...paramsOf(recording), body })
    nameInCache(client, recording, body, assigned)
    return assigned
  }
  const { before } = await assign(assignment)
  const undo = async () => {
    await assign(before)
    return { text: 'Names restored.' }
  }
  showNotice({ text, undo })
}

/** The current lines, if the server refused a change because of them. */
export function conflictOf(error: unknown): TranscriptConflict | undefined {
  if (!isInletError(error, 'transcript_changed')) return undefined
  return (error as unknown as { body: TranscriptConflict }).body
}
