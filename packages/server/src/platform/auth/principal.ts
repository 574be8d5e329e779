import { type Role, roles, type Scope } from '@inlet/contract'

/**
 * Who is calling, read fresh for each request: an API key, or a person in the workspace, who acts like a personal
 * key.
 */
export interface Principal {
  /** Null for a person in the workspace. */
  keyId: number | null
  kind: 'personal' | 'team'
  teamId: number
  /** The person. A team key does not act as its user, but what it creates belongs to them. */
  userId: number
  role: Role
  /** An AI agent, for which projects with `disable_search_ask_ai` do not exist. */
  isAgent?: boolean
}

/** The creator of a draft: the user's id, or the negative id of a team key, as stored in `draft_creator`. */
export function creatorOf({ kind, keyId, userId }: Principal): number {
  if (kind === 'personal') return userId
  if (keyId === null) throw new Error('A team key must have an id.')
  return -keyId
}

/** Viewers are read-only. A team key acts for the team, whatever the role of its creator. */
export const isReadOnly = ({ kind, role }: Principal): boolean => kind === 'personal' && role === roles.viewer

/** An API key, read from the database and not from the token, which may be an hour old. */
export interface KeyPrincipal extends Principal {
  keyId: number
  clientId: string
  scopes: readonly Scope[]
  rateLimitPerMinute: number | null
  readRateLimitPerMinute: number | null
}
