import type { RouteBody, RouteResponse } from '@inlet/contract'
import { findPattern, maxLineChars, type replaceInTranscript as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { forbiddenCharactersMessage, hasForbiddenCharacters } from '../uploads/uploads.public.ts'
import {
  type ChangeDeps,
  correctLine,
  type LineChange,
  openTranscript,
  saveChange,
  shownText,
} from './change-transcript.ts'
import type { RecordingParams } from './open-recording.ts'
import { readAllLines } from './recordings.repo.ts'
import { changeAroundLabels } from './redaction-labels.policy.ts'
import { oneLine, replaceText } from './replace-text.policy.ts'

/** Of all changed lines of one call, which is built in memory. Hours of speech have a tenth of it. */
const maxChangedChars = 2_000_000

/** Works on the text at the time of the call, so nothing that somebody else has changed is lost. */
export async function replaceInTranscript(
  deps: ChangeDeps,
  principal: Principal,
  params: RecordingParams,
  body: RouteBody<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  if (hasForbiddenCharacters(body.find)) throw invalidField('find', forbiddenCharactersMessage)
  if (hasForbiddenCharacters(body.replacement)) throw invalidField('replacement', forbiddenCharactersMessage)
  const pattern = findPattern(body)
  return inTransaction(deps.db, async (tx) => {
    const transcript = await openTranscript(tx, principal, params)
    const changes: LineChange[] = []
    let matchCount = 0
    let changedChars = 0
    const replace = (part: string): string => {
      const replaced = replaceText(part, pattern, body.replacement)
      matchCount += replaced.matchCount
      return replaced.text
    }
    for (const line of await readAllLines(tx, transcript.recordingId)) {
      const before = shownText(line)
      const after = transcript.row.is_private ? changeAroundLabels(before, replace) : replace(before)
      if (after.length > maxLineChars)
        throw invalidField('replacement', `must keep lines at ${maxLineChars} characters or less`)
      if (after === before) continue
      changedChars += after.length
      if (changedChars > maxChangedChars) throw invalidField('find', tooManyChanges)
      changes.push(correctLine(line, oneLine(after)))
    }
    const changed = await saveChange(deps, tx, principal, { transcript, kind: 'replace', changes })
    return { ...changed, match_count: matchCount }
  })
}

const tooManyChanges = `must change lines with at most ${maxChangedChars} characters together; search for something rarer`
