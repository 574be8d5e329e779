/** Refuses what a webhook cannot have. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { AllowedDestinations } from '../../platform/outbound/allowed-destinations.ts'
import { checkDestination } from '../../platform/outbound/destination.ts'
import { readEventTypes } from '../events/events.public.ts'
import { requireOpenProject } from '../projects/projects.public.ts'

export interface CheckDeps {
  db: Db
  allowedDestinations: AllowedDestinations
}

export interface WebhookInput {
  url?: string
  types?: readonly string[]
  project_ids?: readonly number[]
  description?: string
}

/** `principal` is the API key of the webhook. */
export async function checkWebhook(
  { db, allowedDestinations }: CheckDeps,
  principal: Principal,
  { url, types = [], project_ids = [] }: WebhookInput,
): Promise<void> {
  if (url !== undefined) {
    const destination = checkDestination(url, allowedDestinations)
    if (destination.kind === 'refused')
      throw new AppError('webhook_url_refused', {
        message: `${destination.message} Use https, a public host, and no user info or fragment.`,
      })
  }
  readEventTypes(types)
  for (const id of new Set(project_ids)) await requireOpenProject(db, principal, id)
}
