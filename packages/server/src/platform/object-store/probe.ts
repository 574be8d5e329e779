/** Tries everything that the service does with the store, at start-up and for `inlet-admin doctor`. */
import type { ObjectStore } from './object-store.ts'
import { probeAbilities } from './probe-abilities.ts'
import { probeClientUploads } from './probe-client-uploads.ts'
import type { ProbeResult } from './probe-result.ts'

export async function probeStore(store: ObjectStore): Promise<ProbeResult[]> {
  return [
    ...(await probeAbilities(store)),
    ...(await probeForms(store)),
    ...(await probeClientUploads(store)),
  ]
}

/** A gateway enforces policies in place of the store. */
async function probeForms(store: ObjectStore): Promise<ProbeResult[]> {
  const byGateway = (detail: string): ProbeResult[] => [
    { check: 'upload policy: enforced by the gateway', state: 'ok', detail, neededBy: ['api'] },
  ]
  if (store.gateway?.mode === 'always') return byGateway('all uploads go through the gateway')
  const found = await store.policies.check()
  const missing = found.find(({ state }) => state !== 'ok')
  if (!missing || !store.gateway) return found
  return byGateway(`the store does not pass "${missing.check}" (${missing.detail})`)
}
