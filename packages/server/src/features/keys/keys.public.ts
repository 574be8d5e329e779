/** API keys, for the features that check or list them. */

import type { KeyPrincipal, Principal } from '../../platform/auth/principal.ts'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import type { Db } from '../../platform/db/database.ts'
import { findLiveCredentials, findLiveKey, noteKeyUse } from './keys.repo.ts'
import { findOwnKey } from './own-keys.repo.ts'

export { deleteExpiredSecrets, findLiveKey, findLiveKeyById, isLiveKey } from './keys.repo.ts'
export { isOwnKey } from './own-keys.repo.ts'

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

/** A key that the person manages and that is active. */
export async function findOwnLiveKey(
  db: Db,
  principal: Principal,
  clientId: string,
): Promise<KeyPrincipal | undefined> {
  const key = await findOwnKey(db, principal, clientId)
  return key && findLiveKey(db, clientId)
}
