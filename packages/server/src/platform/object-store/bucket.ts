/**
 * Prepares the bucket: creates it, allows uploads from other origins, and lets leftovers expire. Rules of the operator
 * stay. Without the right to read or write a rule it continues, and says which rule to set by hand.
 */
import {
  type CORSRule,
  CreateBucketCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3'
import {
  describeRule,
  findEarlyAborts,
  findMissingRules,
  mergeCorsRules,
  mergeLifecycleRules,
  ownLifecycleRules,
  uploadCorsRule,
} from './bucket-rules.ts'
import { callLimits, within } from './call-limits.ts'
import type { ObjectStore } from './object-store.ts'
import { askForVersions } from './remove-objects.ts'
import { isDeniedOrUnsupported, isStatus, isUnsupported, StoreRefusal, storeReason } from './store-errors.ts'

type Bucket = Pick<ObjectStore, 'client' | 'bucket'>
type Warn = (warning: string) => void

export async function prepareBucket(
  bucket: Bucket,
  corsOrigins: readonly string[],
  warn: Warn = () => {},
): Promise<void> {
  await ensureBucket(bucket, warn)
  await ensureCors(bucket, uploadCorsRule(corsOrigins), warn)
  await ensureLifecycle(bucket, warn)
}

async function ensureBucket({ client, bucket: Bucket }: Bucket, warn: Warn): Promise<void> {
  try {
    const command = new HeadBucketCommand({ Bucket })
    await within(callLimits.short, (options) => client.send(command, options))
  } catch (error) {
    if (isStatus(error, 403)) {
      warn(`The bucket ${Bucket} cannot be examined (403). Grant the access key s3:ListBucket on it.`)
      return
    }
    if (!isStatus(error, 404)) throw error
    await createBucket({ client, bucket: Bucket })
  }
}

async function createBucket({ client, bucket: Bucket }: Bucket): Promise<void> {
  try {
    const command = new CreateBucketCommand({ Bucket })
    await within(callLimits.batch, (options) => client.send(command, options))
  } catch (error) {
    // Another process may have created it at the same moment.
    if (error instanceof Error && error.name === 'BucketAlreadyOwnedByYou') return
    if (!isDeniedOrUnsupported(error)) throw error
    throw new StoreRefusal(
      `The bucket ${Bucket} does not exist and cannot be created (${storeReason(error)}). Create it, or grant the access key s3:CreateBucket.`,
      { cause: error },
    )
  }
}

/** The store has no such call, or the access key may not use it. */
const isRefused = (error: unknown) => isStatus(error, 400, 403) || isUnsupported(error)

async function ensureCors({ client, bucket: Bucket }: Bucket, own: CORSRule, warn: Warn): Promise<void> {
  const byHand = `Unless browsers can already upload, set this CORS rule by hand: ${JSON.stringify(own)}`
  let found: CORSRule[]
  try {
    const command = new GetBucketCorsCommand({ Bucket })
    found = (await within(callLimits.short, (options) => client.send(command, options))).CORSRules ?? []
  } catch (error) {
    if (isStatus(error, 404)) found = []
    else if (isRefused(error))
      return warn(
        `The CORS rules of the bucket cannot be read (${storeReason(error)}; right s3:GetBucketCORS) and are left as they are. ${byHand}`,
      )
    else throw error
  }
  const CORSRules = mergeCorsRules(found, own)
  if (!CORSRules) return
  try {
    const command = new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } })
    await within(callLimits.short, (options) => client.send(command, options))
  } catch (error) {
    if (!isRefused(error)) throw error
    warn(
      `The CORS rules of the bucket cannot be written (${storeReason(error)}; right s3:PutBucketCORS). ${byHand}`,
    )
  }
}

async function ensureLifecycle(bucket: Bucket, warn: Warn): Promise<void> {
  const { client, bucket: Bucket } = bucket
  const own = ownLifecycleRules((await askForVersions(bucket)) === 'kept')
  const byHand = `Unless they exist, set these lifecycle rules by hand: ${own.map(describeRule).join('; ')}. Without them, run "inlet-admin gc" every night.`
  let found: LifecycleRule[]
  try {
    found = await readLifecycle(bucket)
  } catch (error) {
    if (!isRefused(error)) throw error
    return warn(
      `The lifecycle rules of the bucket cannot be read (${storeReason(error)}; right s3:GetLifecycleConfiguration) and are left as they are. ${byHand}`,
    )
  }
  const Rules = mergeLifecycleRules(found, own)
  if (!Rules) return
  try {
    const command = new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } })
    await within(callLimits.short, (options) => client.send(command, options))
  } catch (error) {
    if (!isRefused(error)) throw error
    warn(
      `The lifecycle rules of the bucket cannot be written (${storeReason(error)}; right s3:PutLifecycleConfiguration). ${byHand}`,
    )
  }
}

async function readLifecycle({ client, bucket: Bucket }: Bucket): Promise<LifecycleRule[]> {
  try {
    const command = new GetBucketLifecycleConfigurationCommand({ Bucket })
    return (await within(callLimits.short, (options) => client.send(command, options))).Rules ?? []
  } catch (error) {
    if (isStatus(error, 404)) return []
    throw error
  }
}

export interface ExpiryCheck {
  /** Descriptions of the rules that the bucket does not have. */
  missing: string[]
  /** Descriptions of rules that abort multipart uploads of clients too early. */
  early?: string[]
  /** Why the rules could not be read. */
  unreadable?: string
}

export async function checkExpiry(bucket: Bucket): Promise<ExpiryCheck> {
  const own = ownLifecycleRules((await askForVersions(bucket)) === 'kept')
  try {
    const found = await readLifecycle(bucket)
    return {
      missing: findMissingRules(found, own).map(describeRule),
      early: findEarlyAborts(found).map(describeRule),
    }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { missing: own.map(describeRule), unreadable: storeReason(error) }
  }
}
