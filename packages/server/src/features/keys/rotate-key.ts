/** Issues a new secret; previous ones stay valid for the overlap, so that clients can switch. */
import { newClientSecret, type SecretBox } from '../../platform/auth/secrets.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Credentials } from './create-key.ts'
import { endSecrets, findKeyId, insertSecret } from './keys.repo.ts'

export const maxOverlapHours = 72

export async function rotateKey(
  deps: { db: Db; secrets: SecretBox },
  input: { clientId: string; overlapHours: number },
): Promise<Credentials | undefined> {
  const keyId = await findKeyId(deps.db, input.clientId)
  if (keyId === undefined) return undefined
  const secret = newClientSecret()
  await inTransaction(deps.db, async (tx) => {
    await endSecrets(tx, keyId, input.overlapHours)
    await insertSecret(tx, keyId, deps.secrets.hashClientSecret(secret), secret.slice(-4))
  })
  return { client_id: input.clientId, client_secret: secret }
}
