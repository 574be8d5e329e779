/** Fills the listing table from the bucket and rechecks differences, because the bucket changes all the time. */
import type { Copy } from '../../../platform/db/copy.ts'
import type { Db } from '../../../platform/db/database.ts'
import { mapBounded } from '../../../platform/map-bounded.ts'
import type { ListedObject, ObjectStore } from '../../../platform/object-store/object-store.ts'
import {
  addListed,
  analyzeListing,
  clearMovedSuspects,
  clearSuspects,
  createListing,
  listSuspects,
  type Suspect,
} from './bucket-listing.repo.ts'

const rowsAtOnce = 20_000
const suspectsAtOnce = 1_000
const headsAtOnce = 16

export type OnProgress = (objects: number) => void

export async function listBucket(
  session: Db,
  copy: Copy,
  store: ObjectStore,
  onProgress: OnProgress = () => {},
): Promise<void> {
  await createListing(session)
  let batch: ListedObject[] = []
  let total = 0
  for await (const page of store.list()) {
    batch.push(...page)
    total += page.length
    if (batch.length < rowsAtOnce) continue
    await addListed(copy, batch)
    batch = []
    onProgress(total)
  }
  if (batch.length > 0) await addListed(copy, batch)
  await analyzeListing(session)
}

/** Rechecks each difference in the store, and the remaining ones in the database. */
export async function confirmSuspects(session: Db, store: ObjectStore): Promise<void> {
  for (let after = ''; ; ) {
    const some = await listSuspects(session, after, suspectsAtOnce)
    const last = some.at(-1)
    if (!last) break
    const isReal = await mapBounded(some, headsAtOnce, (suspect) => isStillSo(store, suspect))
    const cleared = some.filter((_, i) => !isReal[i])
    await clearSuspects(
      session,
      cleared.map(({ key }) => key),
    )
    after = last.key
  }
  await clearMovedSuspects(session)
}

async function isStillSo(store: ObjectStore, { kind, key, expectedBytes, etag }: Suspect): Promise<boolean> {
  const found = await store.head(key)
  if (kind === 'orphan') return found !== null
  if (!found) return true
  return (expectedBytes !== null && found.bytes !== expectedBytes) || (etag !== null && found.etag !== etag)
}
