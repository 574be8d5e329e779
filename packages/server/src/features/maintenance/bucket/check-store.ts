/** fsck: compares database and bucket in both directions. Read-only and safe while imports run. */
import { inCopyTransaction } from '../../../platform/db/copy.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import {
  countListing,
  type ListingCounts,
  listSuspects,
  type Suspect,
  suspectOrphans,
  suspectOwned,
} from './bucket-listing.repo.ts'
import { confirmSuspects, listBucket, type OnProgress } from './list-bucket.ts'

export interface StoreCheck extends ListingCounts {
  differences: number
  /** The first ones, ordered by key. */
  found: Suspect[]
}

export interface CheckStore {
  database: Pick<Database, 'pool'>
  store: ObjectStore
  maxFound: number
  onProgress?: OnProgress
}

export function checkStore({ database, store, maxFound, onProgress }: CheckStore): Promise<StoreCheck> {
  return inCopyTransaction(database, async (tx, copy) => {
    await listBucket(tx, copy, store, onProgress)
    await suspectOwned(tx)
    await suspectOrphans(tx)
    await confirmSuspects(tx, store)
    const counts = await countListing(tx)
    const { missing, wrongSize, wrongContent, orphans } = counts
    return {
      ...counts,
      differences: missing + wrongSize + wrongContent + orphans,
      found: await listSuspects(tx, '', maxFound),
    }
  })
}
