/** Tries everything that the service does with the store, at start-up and for `inlet-admin doctor`. */
import type { ObjectStore } from './object-store.ts'
import { probeAbilities } from './probe-abilities.ts'
import { probeClientUploads } from './probe-client-uploads.ts'
import { probePolicies } from './probe-policies.ts'
import type { ProbeResult } from './probe-result.ts'

export async function probeStore(store: ObjectStore, endpoint: string): Promise<ProbeResult[]> {
  return [
    ...(await probeAbilities(store)),
    ...(await probePolicies(store, endpoint)),
    ...(await probeClientUploads(store)),
  ]
}
