import type { S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { once } from './once.ts'

/** The URL of the bucket, with its name in the path or in the host name. Resolved once. */
export function resolveBucketUrl(client: S3Client, bucket: string): () => Promise<string> {
  return once(async () => (await createPresignedPost(client, { Bucket: bucket, Key: 'endpoint' })).url)
}
