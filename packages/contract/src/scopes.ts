import { type Static, Type } from 'typebox'

/** What programs need to import. */
export const importScopes = [
  'project:read',
  'project:write',
  'insight:write',
  'file:write',
  'survey:write',
] as const

/** Never implied by an import scope: a key has them only if they were granted. */
export const scopes = [...importScopes, 'event:read', 'webhook:write'] as const

export const Scope = Type.Enum(scopes)
export type Scope = Static<typeof Scope>

export function isScope(word: string): word is Scope {
  return scopes.some((scope) => scope === word)
}
