import { type Static, Type } from 'typebox'

/** What programs need to import. */
export const importScopes = [
  'project:read',
  'project:write',
  'insight:write',
  'file:write',
  'survey:write',
] as const

/** Only team admins can grant them to a key. */
export const adminScopes = [
  'participant:read',
  'project:manage',
  'insight:manage',
  'file:manage',
  'survey:manage',
  'participant:manage',
  'export:write',
] as const

/** Never implied by an import scope: a key has them only if they were granted. */
export const scopes = [
  ...importScopes,
  'event:read',
  'webhook:write',
  'insight:read',
  'file:read',
  'survey:read',
  'mcp:read',
  ...adminScopes,
] as const

export const Scope = Type.Enum(scopes)
export type Scope = Static<typeof Scope>

export function isScope(word: string): word is Scope {
  return scopes.some((scope) => scope === word)
}

export function needsAdmin(scope: Scope): boolean {
  return adminScopes.some((one) => one === scope)
}
