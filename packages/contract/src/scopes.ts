import { type Static, Type } from 'typebox'

export const scopes = [
  'project:read',
  'project:write',
  'insight:write',
  'file:write',
  'survey:write',
] as const

export const Scope = Type.Enum(scopes)
export type Scope = Static<typeof Scope>

export function isScope(word: string): word is Scope {
  return scopes.some((scope) => scope === word)
}
