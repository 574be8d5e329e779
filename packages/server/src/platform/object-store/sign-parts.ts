/**
 * Signs the URLs of parts. Like `getSignedUrl` of the SDK, but the endpoint is resolved and the signing key derived once
 * instead of for every part, and the length of the part is signed: the store refuses a longer or shorter one.
 */
import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import { resolveBucketUrl } from './bucket-url.ts'
import { createSigningKeys, hmac, iso8601, signingAlgorithm } from './signing-key.ts'

export interface StoreUpload {
  key: string
  uploadId: string
}

export interface PartToSign {
  number: number
  bytes: number
}

export interface SignedUrls {
  /** In the order of the parts. */
  urls: string[]
  expiresAt: Date
}

export type SignPartUrls = (
  upload: StoreUpload,
  parts: readonly PartToSign[],
  expirySeconds: number,
) => Promise<SignedUrls>

const signedHeaders = 'content-length;host'

export function createPartSigner(client: S3Client, bucket: string): SignPartUrls {
  const deriveKey = createSigningKeys()
  const bucketUrl = resolveBucketUrl(client, bucket)
  return async ({ key, uploadId }, parts, expirySeconds) => {
    const region = await client.config.region()
    const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials()
    const { origin, host, pathname } = new URL(await bucketUrl())
    const path = `${pathname.replace(/\/$/, '')}/${key.split('/').map(encode).join('/')}`
    const nowMs = Date.now() + client.config.systemClockOffset
    const date = iso8601(nowMs).replaceAll(/[-:]/g, '')
    const day = date.slice(0, 8)
    const scope = `${day}/${region}/s3/aws4_request`
    const signingKey = deriveKey(secretAccessKey, day, region)
    const common: Record<string, string> = {
      'X-Amz-Algorithm': signingAlgorithm,
      'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
      'X-Amz-Credential': `${accessKeyId}/${scope}`,
      'X-Amz-Date': date,
      'X-Amz-Expires': String(expirySeconds),
      ...(sessionToken !== undefined && { 'X-Amz-Security-Token': sessionToken }),
      'X-Amz-SignedHeaders': signedHeaders,
      uploadId,
      // The SDK adds it, too.
      'x-id': 'UploadPart',
    }
    const urls = parts.map(({ number, bytes }) => {
      const query = canonicalQuery({ ...common, partNumber: String(number) })
      const request = [
        'PUT',
        path,
        query,
        `content-length:${bytes}\nhost:${host}\n`,
        signedHeaders,
        'UNSIGNED-PAYLOAD',
      ].join('\n')
      const digest = createHash('sha256').update(request).digest('hex')
      const signature = hmac(signingKey, [signingAlgorithm, date, scope, digest].join('\n')).toString('hex')
      return `${origin}${path}?${query}&X-Amz-Signature=${signature}`
    })
    // Whole seconds, as the store counts from the date in the signature.
    const expiresAt = new Date(Math.floor(nowMs / 1000) * 1000 + expirySeconds * 1000)
    return { urls, expiresAt }
  }
}

function canonicalQuery(parameters: Record<string, string>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

/** As AWS signs it: everything but letters, digits and `-._~`. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
