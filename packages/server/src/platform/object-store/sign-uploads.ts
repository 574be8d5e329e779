/**
 * Signs POST policies exactly as `createPresignedPost` does, but resolves the endpoint and derives the signing key once
 * instead of for every policy: a survey may request thousands of descriptors in one call.
 */
import type { S3Client } from '@aws-sdk/client-s3'
import { resolveBucketUrl } from './bucket-url.ts'
import { createSigningKeys, hmac, iso8601, signingAlgorithm } from './signing-key.ts'

export interface UploadPolicy {
  key: string
  maxBytes: number
  contentType: string | undefined
  expirySeconds: number
}

export interface SignedUpload {
  url: string
  fields: Record<string, string>
}

export type SignUpload = (policy: UploadPolicy) => Promise<SignedUpload>

/** What all policies of one second have in common. */
interface Scope {
  second: number
  nowMs: number
  url: string
  fields: Record<string, string>
  signingKey: Buffer
}

export function createUploadSigner(client: S3Client, bucket: string): SignUpload {
  const deriveKey = createSigningKeys()
  const bucketUrl = resolveBucketUrl(client, bucket)
  let known: Scope | undefined

  /** Credentials may be replaced while the process runs, so they are read again every second. */
  async function scopeOf(nowMs: number): Promise<Scope> {
    const second = Math.floor(nowMs / 1000)
    if (known?.second === second) return known
    const url = await bucketUrl()
    const region = await client.config.region()
    const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials()
    const date = iso8601(nowMs).replaceAll(/[-:]/g, '')
    const day = date.slice(0, 8)
    const fields = {
      bucket,
      'X-Amz-Algorithm': signingAlgorithm,
      'X-Amz-Credential': `${accessKeyId}/${day}/${region}/s3/aws4_request`,
      'X-Amz-Date': date,
      ...(sessionToken !== undefined && { 'X-Amz-Security-Token': sessionToken }),
    }
    known = { second, nowMs, url, fields, signingKey: deriveKey(secretAccessKey, day, region) }
    return known
  }

  return async ({ key, maxBytes, contentType, expirySeconds }) => {
    const scope = await scopeOf(Date.now() + client.config.systemClockOffset)
    const fields = {
      ...(contentType !== undefined && { 'Content-Type': contentType }),
      ...scope.fields,
    }
    const policy = JSON.stringify({
      expiration: iso8601(scope.nowMs + expirySeconds * 1000),
      conditions: [
        ['content-length-range', 0, maxBytes],
        // Each field is an exact condition, so the key and the type are fixed.
        ...Object.entries({ ...fields, key }).map(([name, value]) => ({ [name]: value })),
      ],
    })
    const encoded = Buffer.from(policy).toString('base64')
    const signature = hmac(scope.signingKey, encoded).toString('hex')
    return { url: scope.url, fields: { ...fields, key, Policy: encoded, 'X-Amz-Signature': signature } }
  }
}
