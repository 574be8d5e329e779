/** Creates an API key. The secret is returned once and stored only as a keyed hash. */
import type { Scope } from '@inlet/contract'
import { newClientId, newClientSecret, type SecretBox } from '../../platform/auth/secrets.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { insertKey, insertSecret, type KeyKind } from './keys.repo.ts'

export interface CreateKey {
  teamId: number
  userId: number
  kind: KeyKind
  name: string
  scopes: readonly Scope[]
  rateLimitPerMinute?: number | undefined
  expiresAt?: Date | undefined
}

export interface Credentials {
  client_id: string
  client_secret: string
}

export async function createKey(
  deps: { db: Db; secrets: SecretBox },
  input: CreateKey,
): Promise<Credentials> {
  const clientId = newClientId()
  const secret = newClientSecret()
  await inTransaction(deps.db, async (tx) => {
    const keyId = await insertKey(tx, {
      ...input,
      clientId,
      rateLimitPerMinute: input.rateLimitPerMinute ?? null,
      expiresAt: input.expiresAt ?? null,
    })
    await insertSecret(tx, keyId, deps.secrets.hashClientSecret(secret), secret.slice(-4))
  })
  return { client_id: clientId, client_secret: secret }
}
