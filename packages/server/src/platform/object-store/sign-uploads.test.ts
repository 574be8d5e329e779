import { S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUploadSigner } from './sign-uploads.ts'

beforeAll(() => vi.useFakeTimers({ now: Date.parse('2026-11-16T23:59:30Z'), toFake: ['Date'] }))
afterAll(() => vi.useRealTimers())

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }

function clientWith(options: { forcePathStyle: boolean; sessionToken?: string }): S3Client {
  const { forcePathStyle, sessionToken } = options
  return new S3Client({
    endpoint: 'https://store.example:8443',
    region: 'eu-central-1',
    forcePathStyle,
    credentials: { ...credentials, ...(sessionToken !== undefined && { sessionToken }) },
  })
}

describe('a signed upload', () => {
  it.each([
    ['path style', { forcePathStyle: true }, 'application/pdf'],
    ['host style', { forcePathStyle: false }, 'text/csv'],
    ['a session token', { forcePathStyle: true, sessionToken: 'token' }, 'text/csv'],
    ['no content type', { forcePathStyle: true }, undefined],
  ])('equals that of the SDK with %s, today and tomorrow', async (_case, options, contentType) => {
    const client = clientWith(options)
    const sign = createUploadSigner(client, 'bucket')
    for (const moreMs of [0, 60_000]) {
      vi.setSystemTime(Date.parse('2026-11-16T23:59:30Z') + moreMs)
      const expected = await createPresignedPost(client, {
        Bucket: 'bucket',
        Key: 'incoming/0f8b',
        Expires: 3600,
        Fields: contentType === undefined ? {} : { 'Content-Type': contentType },
        Conditions: [['content-length-range', 0, 1000]],
      })
      const signed = await sign({ key: 'incoming/0f8b', maxBytes: 1000, contentType, expirySeconds: 3600 })
      expect(signed).toEqual(expected)
    }
  })
})

describe('the cost of a signed upload', () => {
  const count = 3000

  async function secondsFor(sign: (key: string) => Promise<unknown>): Promise<number> {
    await sign('incoming/first')
    const { user: before } = process.cpuUsage()
    for (let i = 0; i < count; i += 1) await sign(`incoming/${i}`)
    return (process.cpuUsage().user - before) / 1_000_000
  }

  it('is less than half of that of the SDK', async () => {
    const client = clientWith({ forcePathStyle: true })
    const sign = createUploadSigner(client, 'bucket')
    const own = await secondsFor((key) =>
      sign({ key, maxBytes: 1000, contentType: 'text/csv', expirySeconds: 3600 }),
    )
    const sdk = await secondsFor((key) =>
      createPresignedPost(client, {
        Bucket: 'bucket',
        Key: key,
        Expires: 3600,
        Fields: { 'Content-Type': 'text/csv' },
        Conditions: [['content-length-range', 0, 1000]],
      }),
    )
    process.stdout.write(
      `signed=${count} own_ms=${(own * 1000).toFixed(0)} sdk_ms=${(sdk * 1000).toFixed(0)} ratio=${(sdk / own).toFixed(1)}\n`,
    )
    expect(sdk / own).toBeGreaterThan(2)
  })
})
