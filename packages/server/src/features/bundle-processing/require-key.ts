import type { KeyPrincipal } from '../../platform/auth/principal.ts'
import { findLiveKeyById } from '../keys/keys.public.ts'
import { bundleFault } from './bundle-fault.ts'
import type { BundleImport } from './bundle-import.ts'

/** Asked again before the project is created, because the steps before it may take hours. */
export async function requireKey({
  deps,
  bundle,
}: Pick<BundleImport, 'deps' | 'bundle'>): Promise<KeyPrincipal> {
  const key = await findLiveKeyById(deps.db, bundle.api_key_id)
  if (!key?.scopes.includes('export:write') || !key.scopes.includes('project:write'))
    throw bundleFault('access_lost')
  return key
}
