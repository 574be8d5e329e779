import type { RouteBody } from '@inlet/contract'
import type { editTranscript as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { forbiddenCharactersMessage, hasForbiddenCharacters } from '../uploads/uploads.public.ts'
import {
  type ChangeDeps,
  type ChangedTranscript,
  conflictOf,
  correctLine,
  openTranscript,
  saveChange,
  shownText,
} from './change-transcript.ts'
import type { RecordingParams } from './open-recording.ts'
import { readLines, withTimes } from './recordings.repo.ts'
import { oneLine } from './replace-text.policy.ts'

type Edit = RouteBody<typeof route>

/** A line that already has the wanted text is no conflict, so that a repeated call succeeds. */
export async function editTranscript(
  deps: ChangeDeps,
  principal: Principal,
  params: RecordingParams,
  body: Edit,
): Promise<ChangedTranscript> {
  const wanted = readEdits(body.lines)
  return inTransaction(deps.db, async (tx) => {
    const transcript = await openTranscript(tx, principal, params)
    const current = await readLines(tx, transcript.recordingId, [...wanted.keys()])
    if (current.length < wanted.size) throw invalidField('lines', 'must be lines of the transcript')
    const edited = current.flatMap((line) => {
      const edit = wanted.get(line.number)
      return edit === undefined || edit.text === oneLine(shownText(line)) ? [] : [{ line, edit }]
    })
    const conflicts = edited.filter(({ line, edit }) => line.version !== edit.version)
    if (conflicts.length > 0)
      throw conflictOf(
        transcript.version,
        conflicts.map(({ line }) => line),
      )
    if (edited.length === 0)
      return { version: transcript.version, lines: current.map(withTimes), changed: false }
    const changes = edited.map(({ line, edit }) => correctLine(line, edit.text))
    return saveChange(deps, tx, principal, { transcript, kind: 'edit', changes, continues: body.continues })
  })
}

function readEdits(lines: Edit['lines']): Map<number, { text: string; version: number }> {
  const wanted = new Map<number, { text: string; version: number }>()
  for (const [index, { number, version, text }] of lines.entries()) {
    const line = oneLine(text)
    if (hasForbiddenCharacters(line)) throw invalidField(`lines.${index}.text`, forbiddenCharactersMessage)
    if (wanted.has(number)) throw invalidField(`lines.${index}.number`, 'must not be repeated')
    wanted.set(number, { text: line, version })
  }
  return wanted
}
