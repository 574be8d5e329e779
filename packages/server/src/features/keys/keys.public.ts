/** API keys, for the features that check or list them. */
import type { KeyPrincipal } from '../../platform/auth/principal.ts'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import type { Db } from '../../platform/db/database.ts'
import { findLiveKey, listLiveSecretHashes, noteKeyUse } from './keys.repo.ts'

export { deleteExpiredSecrets, findLiveKey } from './keys.repo.ts'

/** Compared when the client id is unknown, so that both cases take the same time. */
const dummyHash = Buffer.alloc(32)

export async function checkCredentials(
  deps: { db: Db; secrets: SecretBox },
  clientId: string,
  secret: string,
): Promise<KeyPrincipal | undefined> {
  const key = await findLiveKey(deps.db, clientId)
  const hashes = key ? await listLiveSecretHashes(deps.db, key.keyId) : []
  const matches = [dummyHash, ...hashes].map((hash) => deps.secrets.isClientSecret(secret, hash))
  if (!key || !matches.includes(true)) return undefined
  await noteKeyUse(deps.db, key.keyId)
  return key
}
