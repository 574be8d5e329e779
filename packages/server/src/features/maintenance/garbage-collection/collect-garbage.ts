/**
 * gc: removes abandoned uploads and orphaned objects while imports run.
 *
 * Why no live object is deleted: a key is in the trash table before its object is written, and leaves it in the
 * transaction that assigns an owner. An object that the store lists and that is in neither place can therefore never get
 * an owner, and entries added here are due at once, which `keepObjects` rejects. The minimum age additionally protects
 * objects that other programs put into the bucket.
 *
 * After a crash at any point the next sweep deletes the marked objects, and nothing else has happened.
 */
import { inCopySession } from '../../../platform/db/copy.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Enqueue } from '../../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { sweepSurveys } from '../../surveys/surveys.public.ts'
import { emptyTrash } from '../../uploads/uploads.public.ts'
import {
  countListing,
  countOrphanAges,
  dropListing,
  listSuspects,
  suspectOldUploads,
  suspectOrphans,
  trashOrphans,
} from '../bucket/bucket-listing.repo.ts'
import { confirmSuspects, listBucket, type OnProgress } from '../bucket/list-bucket.ts'
import { countAbandoned } from './cleanup.repo.ts'
import { dropAbandonedRecords } from './drop-abandoned-records.ts'

export interface CollectGarbage {
  database: Database
  store: ObjectStore
  enqueue: Enqueue
  abandonedAfterHours: number
  orphansAfterHours: number
  isDryRun: boolean
  /** Deletes orphaned objects even if another deployment seems to use the bucket. */
  isForced: boolean
  maxFound?: number
  onProgress?: OnProgress
}

export interface Garbage {
  abandonedUploads: number
  orphans: number
  orphanBytes: number
  /** Below the minimum age. */
  youngOrphans: number
  removedObjects: number
  /** Versions and delete markers of a bucket with versioning that no current object needs. */
  oldVersions: number
  /** Set when a backup is running; the next sweep deletes the marked objects. */
  isRemovalHeld: boolean
  found: string[]
}

const hourMs = 3_600_000

/** The bucket does not seem to belong to this database; nothing was deleted. */
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
  const olderThan = new Date(Date.now() - request.orphansAfterHours * hourMs)
  // A restored backup needs current objects only, so a running one does not matter.
  const oldVersions = await store.removeOldVersions(olderThan, isDryRun)
  return {
    ...orphans,
    abandonedUploads,
    removedObjects: emptied.removed,
    oldVersions,
    isRemovalHeld: emptied.isHeld,
  }
}

function markOrphans(request: CollectGarbage) {
  const { database, store, orphansAfterHours, maxFound = 1_000 } = request
  return inCopySession(database, async (session, copy) => {
    await listBucket(session, copy, store, request.onProgress)
    await suspectOrphans(session)
    await suspectOldUploads(session, orphansAfterHours)
    await confirmSuspects(session, store)
    const found = await listSuspects(session, '', maxFound)
    const { old, oldBytes, young } = await countOrphanAges(session, orphansAfterHours)
    const { objects } = await countListing(session)
    if (!request.isForced) refuseForeign({ objects, old, young })
    const orphans = request.isDryRun ? old : await trashOrphans(session, orphansAfterHours)
    await dropListing(session)
    return { orphans, orphanBytes: oldBytes, youngOrphans: young, found: found.map(({ key }) => key) }
  })
}

const fewObjects = 100

/**
 * Our processes never write an object that is not in this database. Young unknown objects therefore come from another
 * deployment, or from this one after the database was copied; a mostly unknown bucket belongs to another deployment.
 */
function refuseForeign({ objects, old, young }: { objects: number; old: number; young: number }): void {
  if (young > 0)
    throw new ForeignBucket(
      `${young} objects younger than the limit are not in the database. Another deployment may use this bucket, or the database is an older copy. List them with "inlet-admin fsck"; add --force to delete the older ones anyway.`,
    )
  if (old > fewObjects && old > objects / 2)
    throw new ForeignBucket(
      `Less than half of the ${objects} objects in the bucket are in the database. Check DATABASE_URL and S3_BUCKET; add --force to delete the others anyway.`,
    )
}
