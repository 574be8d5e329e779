import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { suggestSpeakers as route, SpeakerSuggestion } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { listParticipants } from '../participants/participants.public.ts'
import { listMemberNames } from '../team/team.public.ts'
import { hasForbiddenCharacters } from '../uploads/uploads.public.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'
import { listProjectNames } from './speaker-names.repo.ts'

const maxSuggestions = 20
/** Names of a project to choose from. */
const maxNames = 500

export async function suggestSpeakers(
  { db }: { db: Db },
  principal: Principal,
  params: RecordingParams,
  { q = '' }: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const row = await requireRecording(db, principal, params)
  const query = hasForbiddenCharacters(q) ? '' : q.trim()
  const [named, members, participants] = await Promise.all([
    listProjectNames(db, { recordingId: row.recording_id ?? 0, projectId: row.project_id, limit: maxNames }),
    listMemberNames(db, row.team_id),
    listParticipants(db, principal, { query, before: undefined, limit: maxSuggestions }),
  ])
  const all: SpeakerSuggestion[] = [
    ...named.map(({ name, is_here }) => ({ name, source: is_here ? 'recording' : 'project' }) as const),
    ...participants.flatMap(({ name }) => (name === null ? [] : [{ name, source: 'participant' as const }])),
    ...members.map((name) => ({ name, source: 'team' }) as const),
  ]
  const known = new Set<string>()
  const isNew = ({ name, source }: SpeakerSuggestion) => {
    const isFitting = source === 'participant' || comparable(name).includes(comparable(query))
    if (!isFitting || known.has(comparable(name))) return false
    known.add(comparable(name))
    return true
  }
  return { suggestions: all.filter(isNew).slice(0, maxSuggestions) }
}

const comparable = (text: string) => text.normalize('NFKC').toLowerCase()
