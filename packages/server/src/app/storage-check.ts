import type { ReadinessCheck } from '../platform/http/health.ts'
import type { ObjectStore } from '../platform/object-store/object-store.ts'

export function storageCheck(store: ObjectStore): ReadinessCheck {
  return {
    name: 'storage',
    run: async () => {
      await store.ping()
      return undefined
    },
  }
}
