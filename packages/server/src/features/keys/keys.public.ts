/** API keys, for the features that check or list them. */
import type { KeyPrincipal } from '../../platform/auth/principal.ts'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import type { Db } from '../../platform/db/database.ts'
import { findLiveCredentials, noteKeyUse } from './keys.repo.ts'

export { deleteExpiredSecrets, findLiveKey } from './keys.repo.ts'

/** Compared when the client id is unknown, so that both cases take the same time. */
const dummyHash = Buffer.alloc(32)

export async function checkCredentials(
  deps: { db: Db; secrets: SecretBox },
  clientId: string,
  secret: string,
): Promise<KeyPrincipal | undefined> {
  const found = await findLiveCredentials(deps.db, clientId)
  const matches = [dummyHash, ...(found?.hashes ?? [])].map((hash) =>
    deps.secrets.isClientSecret(secret, hash),
  )
  if (!found || !matches.includes(true)) return undefined
  await noteKeyUse(deps.db, found.key.keyId)
  return found.key
}
