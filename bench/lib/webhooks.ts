import type { Deps } from '@inlet/server/src/app/deps.ts'
import { findLiveKey } from '@inlet/server/src/features/keys/keys.repo.ts'
import { createWebhook } from '@inlet/server/src/features/webhooks/create-webhook.ts'

/** A webhook of the team's first API key. */
export async function makeWebhook(
  deps: Deps,
  teamId: number,
  webhook: { url: string; types?: string[] },
): Promise<void> {
  const { rows } = await deps.database.pool.query<{ client_id: string }>(
    'select client_id from api_key where team_id = $1 order by id limit 1',
    [teamId],
  )
  const key = await findLiveKey(deps.db, rows[0]?.client_id ?? '')
  if (key?.keyId == null) throw new Error('The team has no API key.')
  await createWebhook(deps, { ...key, keyId: key.keyId }, webhook)
}
