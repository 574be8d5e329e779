/** fsck: compares database and bucket in both directions. Read-only and safe while imports run. */
import { inCopySession } from '../../../platform/db/copy.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import {
  countListing,
  dropListing,
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
  return inCopySession(database, async (session, copy) => {
    await listBucket(session, copy, store, onProgress)
    await suspectOwned(session)
    await suspectOrphans(session)
    await confirmSuspects(session, store)
    const counts = await countListing(session)
    const { missing, wrongSize, wrongContent, orphans } = counts
    const found = await listSuspects(session, '', maxFound)
    await dropListing(session)
    return { ...counts, differences: missing + wrongSize + wrongContent + orphans, found }
  })
}
