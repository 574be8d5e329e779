/** Headers that other stores need in addition to those of the SDK. */
import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'

/** The SDK sends a CRC with these calls. Many stores do not know it, and insist on an MD5. */
const callsWithMd5 = new Set([
  'DeleteObjectsCommand',
  'PutBucketCorsCommand',
  'PutBucketLifecycleConfigurationCommand',
])

export function addCompatibleHeaders(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const { body, headers } = args.request as { body?: unknown; headers: Record<string, string> }
      if (callsWithMd5.has(context.commandName ?? '') && typeof body === 'string')
        headers['content-md5'] = createHash('md5').update(body).digest('base64')
      // Ceph RGW ignores the condition of a copy under this name, and knows it by the other one.
      const condition = headers['x-amz-copy-source-if-match']
      if (condition !== undefined) headers['x-amz-copy-if-match'] = condition
      return next(args)
    },
    { step: 'build', name: 'addCompatibleHeaders', priority: 'low' },
  )
}
