/** Creates keys for the tests with `inlet-admin`. */
import { adminOf } from '../../../scripts/programs/admin-of.ts'

export interface Key {
  clientId: string
  clientSecret: string
}

export async function makeKey(env: Record<string, string>, ...args: string[]): Promise<Key> {
  const made = await adminOf(env)('key', 'create', '--user', 'cli@example.org', ...args)
  return { clientId: String(made['client_id']), clientSecret: String(made['client_secret']) }
}
