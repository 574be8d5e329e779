/**
 * gc: removes abandoned uploads and objects that nobody owns, beside running imports.
 *
 * Why no live object can be taken: a key is on the list of the trash before its object is made, and leaves the list in
 * the transaction that gives it an owner. An object that is listed by the store and then found in neither place can
 * therefore never get an owner; and what goes onto the list here is due at once, which `keepObjects` refuses. The age
 * is a second wall, for objects that other programs put into the bucket.
 *
 * If the process dies at any line, what is on the list is removed by the next sweep, and nothing else has happened.
 */
import { inCopyTransaction } from '../../platform/db/copy.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { sweepSurveys } from '../surveys/surveys.public.ts'
import {
  countListing,
  countOrphanAges,
  listSuspects,
  suspectOldUploads,
  suspectOrphans,
  trashOrphans,
} from './bucket-listing.repo.ts'
import { dropAbandonedRecords } from './drop-abandoned-records.ts'
import { emptyTrash } from './empty-trash.ts'

import { confirmSuspects, listBucket, type OnProgress } from './list-bucket.ts'
import { countAbandoned } from './maintenance.repo.ts'

export interface CollectGarbage {
  database: Database
  store: ObjectStore
  enqueue: Enqueue
  abandonedAfterHours: number
  orphansAfterHours: number
  isDryRun: boolean
  /** Removes orphans even where the bucket looks as if another deployment used it. */
  isForced: boolean
  maxFound?: number
  onProgress?: OnProgress
}

export interface Garbage {
  abandonedUploads: number
  orphans: number
  orphanBytes: number
  /** Too young to be taken. */
  youngOrphans: number
  removedObjects: number
  /** Set when a backup is under way: the next sweep removes what is marked. */
  isRemovalHeld: boolean
  found: string[]
}

/** The bucket does not seem to be that of the database; nothing was removed. */
export class ForeignBucket extends Error {}

export async function collectGarbage(request: CollectGarbage): Promise<Garbage> {
  const { database, store, isDryRun, abandonedAfterHours } = request
  const { db } = database
  const orphans = await markOrphans(request)
  const abandonedUploads = isDryRun
    ? await countAbandoned(db, abandonedAfterHours)
    : (await dropAbandonedRecords(db, abandonedAfterHours)) +
      (await sweepSurveys({ db, store, enqueue: request.enqueue }, abandonedAfterHours)).abandoned
  const emptied = isDryRun ? { removed: 0, isHeld: false } : await emptyTrash({ db, store })
  return { ...orphans, abandonedUploads, removedObjects: emptied.removed, isRemovalHeld: emptied.isHeld }
}

function markOrphans(request: CollectGarbage) {
  const { database, store, orphansAfterHours, maxFound = 1_000 } = request
  return inCopyTransaction(database, async (tx, copy) => {
    await listBucket(tx, copy, store, request.onProgress)
    await suspectOrphans(tx)
    await suspectOldUploads(tx, orphansAfterHours)
    await confirmSuspects(tx, store)
    const found = await listSuspects(tx, '', maxFound)
    const { old, oldBytes, young } = await countOrphanAges(tx, orphansAfterHours)
    const { objects } = await countListing(tx)
    if (!request.isForced) refuseForeign({ objects, old, young })
    const orphans = request.isDryRun ? old : await trashOrphans(tx, orphansAfterHours)
    return { orphans, orphanBytes: oldBytes, youngOrphans: young, found: found.map(({ key }) => key) }
  })
}

const fewObjects = 100

/**
 * Our own processes never make an object this database does not know. Young ones are therefore the work of somebody else,
 * or of this deployment after the moment the database was copied; and a bucket of which most is unknown is another's.
 */
function refuseForeign({ objects, old, young }: { objects: number; old: number; young: number }): void {
  if (young > 0)
    throw new ForeignBucket(
      `${young} objects that the database does not know are younger than the limit. Another deployment may use this bucket, or the database is an older copy. Look at them with "inlet-admin fsck"; --force removes the old ones nevertheless.`,
    )
  if (old > fewObjects && old > objects / 2)
    throw new ForeignBucket(
      `The database knows less than half of the ${objects} objects in the bucket. Check DATABASE_URL and S3_BUCKET; --force removes the others nevertheless.`,
    )
}
