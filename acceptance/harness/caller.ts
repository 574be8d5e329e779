import { type Caller, makeCaller } from './admin.ts'
import { fetchToken } from './api.ts'
import { givenKey, isOurs } from './target.ts'

/** A caller with every scope: a new one if the suite may administer the target, else the configured key. */
export async function anyCaller(): Promise<Pick<Caller, 'key' | 'token'>> {
  if (isOurs) return makeCaller()
  if (!givenKey) throw new Error('Set INLET_CLIENT_ID and INLET_CLIENT_SECRET.')
  return { key: givenKey, token: await fetchToken(givenKey) }
}
