/** The secrets that sign requests, as defined by Standard Webhooks. */
import { randomBytes } from 'node:crypto'
import type { DeploymentSecrets } from '../../platform/auth/deployment-secrets.ts'

const secretBytes = 32

/** Lets secret scanners recognise a leaked one. */
export const secretPrefix = 'whsec_'
export const newWebhookSecret = (): string => secretPrefix + randomBytes(secretBytes).toString('base64')

export interface SealedSecrets {
  secret_sealed: Buffer
  /** Null unless it is still in use after a rotation. */
  previous_secret_sealed: Buffer | null
}

/** The current secret first. */
export async function openWebhookSecrets(
  secrets: DeploymentSecrets,
  { secret_sealed, previous_secret_sealed }: SealedSecrets,
): Promise<string[]> {
  const sealed = [secret_sealed, previous_secret_sealed].filter((one) => one !== null)
  try {
    return sealed.map((one) => secrets.open(one))
  } catch {
    // The sealing key may have been replaced since it was read.
    await secrets.load()
    return sealed.map((one) => secrets.open(one))
  }
}
