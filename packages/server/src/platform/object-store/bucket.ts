/** Prepares the bucket: creates it, allows uploads from other origins, and lets leftovers expire. */
import {
  CreateBucketCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

/** Clients upload here. Accepted objects are copied out, so everything under this prefix may expire. */
export const incomingPrefix = 'incoming/'
export const probePrefix = 'probe/'

const expiringPrefixes = [incomingPrefix, probePrefix]

export async function prepareBucket(
  { client, bucket: Bucket }: ObjectStore,
  corsOrigins: string[],
): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }))
  } catch {
    await client.send(new CreateBucketCommand({ Bucket })).catch((error: unknown) => {
      // Another process may have created it at the same moment.
      if (!(error instanceof Error && error.name === 'BucketAlreadyOwnedByYou')) throw error
    })
  }
  await client.send(
    new PutBucketCorsCommand({
      Bucket,
      CORSConfiguration: {
        CORSRules: [
          {
            AllowedOrigins: corsOrigins,
            AllowedMethods: ['POST', 'GET', 'HEAD'],
            AllowedHeaders: ['*'],
            ExposeHeaders: ['ETag', 'Content-Length', 'Content-Range', 'Accept-Ranges'],
            MaxAgeSeconds: 3600,
          },
        ],
      },
    }),
  )
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket,
      LifecycleConfiguration: {
        Rules: expiringPrefixes.map((Prefix) => ({
          ID: `expire-${Prefix.slice(0, -1)}`,
          Status: 'Enabled',
          Filter: { Prefix },
          Expiration: { Days: 2 },
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
        })),
      },
    }),
  )
}

/** The prefixes that should expire but have no lifecycle rule; all of them if the store cannot report its rules. */
export async function findPrefixesWithoutExpiry({ client, bucket: Bucket }: ObjectStore): Promise<string[]> {
  try {
    const { Rules = [] } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
    const expiring = Rules.filter(({ Status, Expiration }) => Status === 'Enabled' && Expiration?.Days)
    return expiringPrefixes.filter(
      (prefix) => !expiring.some(({ Filter, Prefix }) => (Filter?.Prefix ?? Prefix) === prefix),
    )
  } catch {
    return expiringPrefixes
  }
}
