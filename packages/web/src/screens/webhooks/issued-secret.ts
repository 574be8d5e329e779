import type { TeamWebhook } from '@inlet/contract/workspace'

/** Shown once, after a webhook was created or its secret rotated. */
export interface IssuedSecret {
  webhook: TeamWebhook
  secret: string
}
