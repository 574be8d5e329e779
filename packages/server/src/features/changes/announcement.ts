/** The payload of change notifications; see migrations 0011 and 0012. */
import { type Change, changeKinds } from '@inlet/contract/workspace'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

export interface Announcement {
  kind: Change['kind']
  key: string
  team: number
  /** 0 for team-wide records. */
  project: number
  /** access: who can open the project may have changed. */
  change: Change['change'] | 'access'
  /** Set for drafts and personal keys, which only this creator may see. Negative for a team key. */
  by: number | null
}

const check = Compile(
  Type.Object({
    kind: Type.Enum(changeKinds),
    key: Type.String(),
    team: Type.Integer(),
    project: Type.Integer(),
    change: Type.Enum(['status', 'progress', 'details', 'removed', 'access']),
    by: Type.Union([Type.Integer(), Type.Null()]),
  }),
)

/** Undefined for notifications of newer releases. */
export function readAnnouncement(payload: string): Announcement | undefined {
  try {
    const value: unknown = JSON.parse(payload)
    return check.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Merges notifications of one record within a short interval; the most significant change wins. */
const weights: Record<Announcement['change'], number> = {
  progress: 0,
  details: 1,
  status: 2,
  access: 3,
  removed: 4,
}

export function mergeAnnouncements(earlier: Announcement | undefined, later: Announcement): Announcement {
  if (!earlier) return later
  const change = weights[earlier.change] > weights[later.change] ? earlier.change : later.change
  return { ...later, change }
}

export function toChange({ kind, key, project, change }: Announcement): Change {
  return { kind, key, project_id: project, change: change === 'access' ? 'details' : change }
}
