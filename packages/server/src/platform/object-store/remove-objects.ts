/** Deletes objects for good: on a bucket with versioning, also their versions and delete markers. */
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3'
import { mapBounded } from '../map-bounded.ts'
import { callLimits, within } from './call-limits.ts'
import type { StoreContext } from './store-context.ts'
import { isDeniedOrUnsupported, isStatus, isUnsupported, StoreRefusal, storeReason } from './store-errors.ts'

export interface RemoveObjects {
  remove(keys: readonly string[]): Promise<void>
  /**
   * Versions and delete markers that no current object needs, older than the given time. Returns their number; with
   * `isDryRun` nothing is deleted.
   */
  removeOldVersions(before: Date, isDryRun: boolean): Promise<number>
}

interface Target {
  Key: string
  VersionId?: string
}

const batchSize = 1000
const callsAtOnce = 16

export function removeObjects(context: StoreContext): RemoveObjects {
  const removeBatch = removeInBatches(context)
  let mayAskForVersions = true
  const areVersionsKept = async () => {
    if (!mayAskForVersions) return false
    const answer = await askForVersions(context)
    mayAskForVersions = answer !== 'unknown'
    return answer === 'kept'
  }
  return {
    async remove(keys) {
      for (let start = 0; start < keys.length; start += batchSize) {
        const some = keys.slice(start, start + batchSize)
        const marked = await removeBatch(some.map((Key) => ({ Key })))
        // A store need not report a marker that was there before, for example after a crash at this point.
        const versioned = (await areVersionsKept()) ? some : marked
        const versions = await mapBounded(versioned, callsAtOnce, (key) => listVersions(context, key))
        await removeVersions(removeBatch, versions.flat())
      }
    },
    async removeOldVersions(before, isDryRun) {
      if (!(await areVersionsKept())) return 0
      let count = 0
      for await (const page of pagesOfVersions(context, '')) {
        const old = oldVersionsOf(page, before)
        count += old.length
        if (!isDryRun) await removeVersions(removeBatch, old)
      }
      return count
    },
  }
}

type RemoveBatch = (targets: readonly Target[]) => Promise<string[]>

/** Returns the keys for which the store only added a delete marker, which it does on a bucket with versioning. */
function removeInBatches({ client, bucket: Bucket, notify }: StoreContext): RemoveBatch {
  let hasBulkDelete = true

  async function removeOne({ Key, VersionId }: Target): Promise<string[]> {
    const command = new DeleteObjectCommand({ Bucket, Key, ...(VersionId !== undefined && { VersionId }) })
    try {
      const { DeleteMarker } = await within(callLimits.short, (options) => client.send(command, options))
      return DeleteMarker && VersionId === undefined ? [Key] : []
    } catch (error) {
      if (!isStatus(error, 403)) throw error
      throw new StoreRefusal('The object store denies deletion. Grant the access key s3:DeleteObject.', {
        cause: error,
      })
    }
  }

  async function removeMany(targets: readonly Target[]): Promise<string[]> {
    const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [...targets] } })
    const answer = await within(callLimits.batch, (options) => client.send(command, options))
    const { Errors: [first, ...others] = [], Deleted = [] } = answer
    if (first) {
      const advice = first.Code === 'AccessDenied' ? ' Grant the access key s3:DeleteObject.' : ''
      throw new StoreRefusal(
        `The object store did not delete ${others.length + 1} objects: ${first.Code}.${advice}`,
      )
    }
    return Deleted.flatMap(({ Key = '', VersionId, DeleteMarker }) =>
      DeleteMarker && VersionId === undefined ? [Key] : [],
    )
  }

  return async (targets) => {
    if (targets.length === 0) return []
    if (hasBulkDelete) {
      try {
        return await removeMany(targets)
      } catch (error) {
        // Ceph RGW checks the right to DeleteObjects on the bucket instead of the objects.
        if (!isUnsupported(error) && !isStatus(error, 400, 403)) throw error
        hasBulkDelete = false
        notify(`DeleteObjects is not available (${storeReason(error)}); objects are deleted one by one.`)
      }
    }
    return (await mapBounded(targets, callsAtOnce, removeOne)).flat()
  }
}

async function removeVersions(removeBatch: RemoveBatch, versions: readonly Target[]): Promise<void> {
  try {
    for (let start = 0; start < versions.length; start += batchSize)
      await removeBatch(versions.slice(start, start + batchSize))
  } catch (error) {
    if (isStatus(error, 403) || error instanceof StoreRefusal) throw keepsVersions(error)
    throw error
  }
}

async function listVersions(context: StoreContext, key: string): Promise<Target[]> {
  const found: Target[] = []
  try {
    for await (const { Versions = [], DeleteMarkers = [] } of pagesOfVersions(context, key))
      for (const { Key, VersionId } of [...Versions, ...DeleteMarkers])
        if (Key === key) found.push({ Key, VersionId: VersionId ?? 'null' })
  } catch (error) {
    if (isDeniedOrUnsupported(error)) throw keepsVersions(error)
    throw error
  }
  return found
}

async function* pagesOfVersions(
  { client, bucket: Bucket }: StoreContext,
  Prefix: string,
): AsyncGenerator<ListObjectVersionsCommandOutput> {
  let next: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {}
  while (next) {
    const command: ListObjectVersionsCommand = new ListObjectVersionsCommand({ Bucket, Prefix, ...next })
    const page: ListObjectVersionsCommandOutput = await within(callLimits.batch, (options) =>
      client.send(command, options),
    )
    yield page
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page
    next =
      page.IsTruncated && KeyMarker !== undefined
        ? { KeyMarker, ...(VersionIdMarker !== undefined && { VersionIdMarker }) }
        : undefined
  }
}

function oldVersionsOf(
  { Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput,
  before: Date,
): Target[] {
  const isOld = ({ LastModified }: { LastModified?: Date | undefined }) =>
    LastModified !== undefined && LastModified < before
  const superseded = Versions.filter((version) => version.IsLatest === false && isOld(version))
  return [...superseded, ...DeleteMarkers.filter(isOld)].flatMap(({ Key, VersionId }) =>
    Key === undefined ? [] : [{ Key, VersionId: VersionId ?? 'null' }],
  )
}

/** `kept` also when versioning was switched off, because earlier versions stay. */
export async function askForVersions({
  client,
  bucket: Bucket,
}: Pick<StoreContext, 'client' | 'bucket'>): Promise<'kept' | 'none' | 'unknown'> {
  const command = new GetBucketVersioningCommand({ Bucket })
  try {
    const { Status } = await within(callLimits.short, (options) => client.send(command, options))
    return Status === undefined ? 'none' : 'kept'
  } catch (error) {
    // A store without versioning need not know the call, and a small policy need not allow it.
    if (isStatus(error, 403, 404) || isUnsupported(error)) return 'unknown'
    throw error
  }
}

const keepsVersions = (cause: unknown) =>
  new StoreRefusal(
    `The bucket keeps versions of deleted objects, and they cannot be deleted (${storeReason(cause)}). Grant the access key s3:ListBucketVersions and s3:DeleteObjectVersion, and remove any retention (Object Lock), or use a bucket without versioning.`,
    { cause },
  )
