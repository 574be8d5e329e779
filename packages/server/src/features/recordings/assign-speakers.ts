import type { RouteResponse } from '@inlet/contract'
import type { assignSpeakers as route, SpeakerAssignment } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { auditChange } from '../audit/audit.public.ts'
import { countNaming } from '../recording-processing/recording-processing.public.ts'
import { hasForbiddenCharacters } from '../uploads/uploads.public.ts'
import { type RecordingParams, requireLockedRecording } from './open-recording.ts'
import { listSpeakers } from './recordings.repo.ts'
import {
  listLabels,
  listLineNames,
  type NamedLabel,
  type NamedRange,
  saveLabelNames,
  saveRangeNames,
} from './speaker-names.repo.ts'
import { overlaps, toRanges } from './speaker-ranges.policy.ts'

/** Names labels first, then lines, so that `before` of the answer restores exactly what was there. */
export async function assignSpeakers(
  { db }: { db: Db },
  principal: Principal,
  params: RecordingParams,
  body: SpeakerAssignment,
): Promise<RouteResponse<typeof route, 200>> {
  const labels = (body.labels ?? []).map((one, i) => readName(one, `labels.${i}`))
  const ranges = (body.lines ?? []).map((one, i) => readName(one, `lines.${i}`))
  const speakers = labels.map(({ speaker }) => speaker)
  if (new Set(speakers).size < speakers.length) throw invalidField('labels', 'must not be repeated')
  if (ranges.some(({ first, last }) => last < first) || overlaps(ranges))
    throw invalidField('lines', 'must be ranges that do not overlap')
  if (labels.length + ranges.length === 0) throw invalidField('lines', 'must not be empty without labels')
  return inTransaction(db, async (tx) => {
    const row = await requireLockedRecording(tx, principal, params)
    const { recording_id: id } = row
    if (id === null) throw new AppError('transcript_not_ready')
    // Concurrent calls wait here, so that each of them reads what the other has left.
    const namesVersion = await countNaming(tx, id)
    const known = await listLabels(tx, id, speakers)
    if (known.length < labels.length) throw invalidField('labels', 'must be speakers of the recording')
    const lines = await listLineNames(tx, id, speakers, ranges)
    await saveLabelNames(tx, id, labels, principal.userId)
    await saveRangeNames(tx, id, ranges, principal.userId)
    await auditChange(tx, principal, {
      action: 'recordings.assignSpeakers',
      subject: `${row.owner} ${row.key}`,
      details: { label_count: labels.length, line_count: lines.length },
    })
    const before = { labels: known, lines: toRanges(lines) }
    return { speakers: await listSpeakers(tx, id), before, names_version: namesVersion }
  })
}

function readName<Named extends NamedLabel | NamedRange>(named: Named, field: string): Named {
  const name = named.name === null ? null : named.name.trim()
  const isSpeakerBad = 'speaker' in named && hasForbiddenCharacters(named.speaker)
  if (isSpeakerBad) throw invalidField(`${field}.speaker`, 'must be a speaker of the recording')
  if (name === '' || (name !== null && hasForbiddenCharacters(name)))
    throw invalidField(`${field}.name`, 'must be a name, or null')
  return { ...named, name }
}
