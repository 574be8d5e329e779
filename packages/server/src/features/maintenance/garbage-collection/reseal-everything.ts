import type { SecretBox } from '../../../platform/auth/secrets.ts'
import { resealSigningKeys } from '../../../platform/auth/signing-keys.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { resealUnsentLinks } from '../../sign-in/sign-in.public.ts'
import { resealSources } from '../../uploads/uploads.public.ts'
import { resealWebhookSecrets } from '../../webhooks/webhooks.public.ts'

/** Every value that is stored encrypted, when the sealing key of the deployment is replaced. */
export async function resealEverything(tx: Tx, from: SecretBox, to: SecretBox): Promise<void> {
  await resealSigningKeys(tx, from, to)
  await resealWebhookSecrets(tx, from, to)
  await resealSources(tx, from, to)
  await resealUnsentLinks(tx, from, to)
}
