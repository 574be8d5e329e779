/** Creates an API key. The secret is returned once and stored only as a keyed hash. */
import type { Scope } from '@inlet/contract'
import { newClientId, newClientSecret, type SecretBox } from '../../platform/auth/secrets.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { countLiveKeysOf, insertKey, insertSecret, type KeyKind } from './keys.repo.ts'

export interface CreateKey {
  teamId: number
  userId: number
  kind: KeyKind
  name: string
  scopes: readonly Scope[]
  rateLimitPerMinute?: number | undefined
  readRateLimitPerMinute?: number | undefined
  expiresAt?: Date | undefined
  /** Active keys that the user may have; unlimited if left out. */
  maxKeys?: number | undefined
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
    if (input.maxKeys !== undefined) await refuseMoreKeys(tx, input.userId, input.maxKeys)
    const keyId = await insertKey(tx, {
      ...input,
      clientId,
      rateLimitPerMinute: input.rateLimitPerMinute ?? null,
      readRateLimitPerMinute: input.readRateLimitPerMinute ?? null,
      expiresAt: input.expiresAt ?? null,
    })
    await insertSecret(tx, keyId, deps.secrets.hashClientSecret(secret), secret.slice(-4))
  })
  return { client_id: clientId, client_secret: secret }
}

async function refuseMoreKeys(tx: Tx, userId: number, maxKeys: number): Promise<void> {
  if ((await countLiveKeysOf(tx, userId)) < maxKeys) return
  throw new AppError('key_limit_reached', {
    message: `You have ${maxKeys} active API keys, which is the limit. Revoke one that is no longer used, then create the new one.`,
  })
}
