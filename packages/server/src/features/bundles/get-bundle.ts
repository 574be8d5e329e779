import type { BundleImport } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Waiting } from '../../platform/http/wait.ts'
import type { EventWaits } from '../events/events.public.ts'
import { isFinal } from './bundle.state.ts'
import { viewBundle } from './bundle.view.ts'
import { type BundleRow, findBundle } from './bundles.repo.ts'

/** While the import is running, the call waits if the caller asks for that. */
export async function getBundle(
  deps: { db: Db; eventWaits: EventWaits },
  waiting: Waiting,
  bundleKey: string,
): Promise<BundleImport> {
  const row = await deps.eventWaits.poll({
    ...waiting,
    read: async () => requireBundle(deps.db, await waiting.principal(), bundleKey),
    isFinal: ({ status }) => isFinal(status) || status === 'awaiting_upload',
  })
  return viewBundle(row)
}

export async function requireBundle(db: Db, principal: Principal, bundleKey: string): Promise<BundleRow> {
  const row = await findBundle(db, principal, bundleKey)
  if (!row) throw new AppError('bundle_not_found')
  return row
}
