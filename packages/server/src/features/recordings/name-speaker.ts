import type { RouteBody, RouteResponse } from '@inlet/contract'
import type { nameSpeaker as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { hasForbiddenCharacters } from '../uploads/uploads.public.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'
import { listSpeakers } from './recordings.repo.ts'
import { isSaidBy, removeLineNames, removeSpeakerName, saveSpeakerName } from './speaker-names.repo.ts'

export async function nameSpeaker(
  { db }: { db: Db },
  principal: Principal,
  params: RecordingParams,
  body: RouteBody<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const { recording_id: recordingId } = await requireRecording(db, principal, params)
  const name = body.name?.trim()
  if (body.name !== null && (!name || hasForbiddenCharacters(name)))
    throw invalidField('name', 'must be a name, or null')
  const isForAll = body.segment === undefined
  const named = { recordingId: recordingId ?? 0, speaker: body.speaker, segment: body.segment ?? -1 }
  if (hasForbiddenCharacters(body.speaker) || !(await isSaidBy(db, named)))
    throw invalidField('speaker', 'must be the speaker of that line')
  await inTransaction(db, async (tx) => {
    if (isForAll) await removeLineNames(tx, named.recordingId, named.speaker)
    if (name) await saveSpeakerName(tx, named, name, principal.userId)
    else await removeSpeakerName(tx, named)
  })
  return { speakers: await listSpeakers(db, named.recordingId) }
}
