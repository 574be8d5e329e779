import { type DeploymentSecrets, sealInTransaction } from '../../platform/auth/deployment-secrets.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import { listWebhookIds, replaceSecret } from './webhooks.repo.ts'

/** For a lost deployment secret, without which the stored secrets cannot be opened. Owners get the new ones by rotating. */
export async function replaceLostSecrets(tx: Tx, secrets: DeploymentSecrets): Promise<void> {
  for (const id of await listWebhookIds(tx)) {
    const secretSealed = await sealInTransaction(tx, secrets, newWebhookSecret())
    await replaceSecret(tx, id, { secretSealed, overlapSeconds: 0 })
  }
}
