import type { ApiKey } from '@inlet/contract/workspace'

/** Shown once, after a key was created or its secret replaced. */
export interface IssuedSecret {
  key: ApiKey
  client_secret: string
}
