import type { Role, Scope } from '@inlet/contract'

/** Who is calling: an API key, as it stands now. Not read from the token, which may be an hour old. */
export interface Principal {
  keyId: number
  clientId: string
  kind: 'personal' | 'team'
  teamId: number
  /** The key's user. A team key does not act as this person, but what it creates belongs to them. */
  userId: number
  role: Role
  scopes: readonly Scope[]
  rateLimitPerMinute: number | null
}
