import type { Role, Scope } from '@inlet/contract'

/** Who is calling, as it stands now: an API key, or a person in the workspace, who acts like a personal key. */
export interface Principal {
  /** Null for a person in the workspace. */
  keyId: number | null
  kind: 'personal' | 'team'
  teamId: number
  /** The person. A team key does not act as its user, but what it creates belongs to them. */
  userId: number
  role: Role
}

/** An API key. Not read from the token, which may be an hour old. */
export interface KeyPrincipal extends Principal {
  keyId: number
  clientId: string
  scopes: readonly Scope[]
  rateLimitPerMinute: number | null
}
