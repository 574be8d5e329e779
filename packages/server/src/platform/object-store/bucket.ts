/** Makes the bucket ready: it exists, other origins may upload to it, and leftovers expire by themselves. */
import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

/** Where clients upload to. What is kept is recorded by key, so a lifecycle rule must not touch the rest. */
export const probePrefix = 'probe/'

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
        Rules: [
          {
            ID: 'probe-leftovers',
            Status: 'Enabled',
            Filter: { Prefix: probePrefix },
            Expiration: { Days: 1 },
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
          },
        ],
      },
    }),
  )
}
