/** Initialize and complete in one call, for people: there is nothing to send in between. */
import type { RouteBody } from '@inlet/contract'
import type { importFileFromUrl } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { type CompleteDeps, completeFile } from './complete-file.ts'
import { type InitializeDeps, initializeFile } from './initialize-file.ts'

/** Without `complete`, the record is not shown, and the sweeper deletes it after a day. */
export async function importFromUrl(
  deps: Omit<InitializeDeps & CompleteDeps, 'remember'>,
  principal: Principal,
  input: RouteBody<typeof importFileFromUrl>,
): Promise<string> {
  const { wav_key } = await initializeFile(deps, principal, { ...input, upload_type: 'url' })
  await completeFile(deps, principal, wav_key)
  return wav_key
}
