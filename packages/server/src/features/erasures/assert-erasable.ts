import { randomUUID } from 'node:crypto'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { probePrefix } from '../../platform/object-store/prefixes.ts'

/** Throws before anything is erased if the bucket would keep the objects, for example as versions. */
export async function assertErasable(store: ObjectStore): Promise<void> {
  const key = `${probePrefix}${randomUUID()}`
  await store.write(key, Buffer.from('probe'), { contentType: 'text/plain', bytes: 5 })
  await store.remove([key])
}
