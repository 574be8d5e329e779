import { S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPartSigner } from './sign-parts.ts'

beforeAll(() => vi.useFakeTimers({ now: Date.parse('2026-11-16T23:59:30Z'), toFake: ['Date'] }))
afterAll(() => vi.useRealTimers())

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
const upload = { key: 'incoming/0f8b', uploadId: '2~a/b+c=.(1)' }

describe('the URL of a part', () => {
  it.each([
    ['path style', { forcePathStyle: true }],
    ['host style', { forcePathStyle: false }],
    ['a session token', { forcePathStyle: true, sessionToken: 'to/ken==' }],
  ])('has the signature of the SDK with %s, today and tomorrow', async (_case, options) => {
    const { forcePathStyle, ...session } = options
    const client = new S3Client({
      endpoint: 'https://store.example:8443',
      region: 'eu-central-1',
      forcePathStyle,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      credentials: { ...credentials, ...session },
    })
    const sign = createPartSigner(client, 'bucket')
    for (const moreMs of [0, 60_000]) {
      vi.setSystemTime(Date.parse('2026-11-16T23:59:30Z') + moreMs)
      const command = new UploadPartCommand({
        Bucket: 'bucket',
        Key: upload.key,
        UploadId: upload.uploadId,
        PartNumber: 7,
        ContentLength: 1234,
      })
      const expected = new URL(await getSignedUrl(client, command, { expiresIn: 3600 }))
      const { urls, expiresAt } = await sign(upload, [{ number: 7, bytes: 1234 }], 3600)
      const signed = new URL(urls[0] ?? '')
      expect(signed.origin + signed.pathname).toBe(expected.origin + expected.pathname)
      expect(expiresAt.getTime()).toBe(Date.now() + 3_600_000)
      expect(Object.fromEntries(signed.searchParams)).toEqual(Object.fromEntries(expected.searchParams))
    }
  })
})
