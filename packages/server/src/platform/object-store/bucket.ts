/** Makes the bucket ready: it exists, other origins may upload to it, and leftovers expire by themselves. */
import {
  CreateBucketCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

/** Where clients upload to. What is accepted is copied out of here, so that all of it may expire. */
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
      // Another process starting at the same moment may have made it.
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

/** The prefixes of which nothing expires although it should; all of them where the store cannot say. */
export async function findLastingPrefixes({ client, bucket: Bucket }: ObjectStore): Promise<string[]> {
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
