import { PutObjectCommand } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import {
  beginImport,
  completeImport,
  makeProject,
  readOutcome,
  uploadTo,
} from '../../../test/harness/imports.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import { maxBytesByKind } from './upload.policy.ts'

let app: TestApp
let token: string
let projectId: number
beforeAll(async () => {
  app = await startTestApp({ S3_PUBLIC_ENDPOINT: 'https://files.example:8443' })
  token = (await makeCaller(app)).token
  projectId = await makeProject(app.url, token)
})
afterAll(() => app.close())

describe('the public store endpoint', () => {
  it('UPL-6 is used in upload descriptors, while the service uses the internal endpoint', async () => {
    const one = await beginImport(app.url, token, projectId, 'files', 'a.pdf')
    expect(new URL(one.descriptor.upload_url).origin).toBe('https://files.example:8443')
    const { url, fields } = { url: one.descriptor.upload_url, fields: one.descriptor.upload_fields }
    // Posts to the internal endpoint; the signature covers the policy, not the host.
    const internal = new URL(url)
    const { protocol, host } = new URL(process.env['S3_ENDPOINT'] ?? '')
    internal.protocol = protocol
    internal.host = host
    const reachable = { ...one, descriptor: { upload_url: internal.toString(), upload_fields: fields } }
    expect(await uploadTo(reachable, 'text')).toBeLessThan(300)
    expect(await completeImport(app.url, token, one)).toBe(200)
    const { rows } = await sql<{
      object_bytes: number
    }>`select object_bytes from file where key = ${one.key}`.execute(app.deps.db)
    expect(rows).toEqual([{ object_bytes: 4 }])
  })
})

describe('size at complete', () => {
  it('UPL-3 is checked again, so an oversized object that bypassed the policy is rejected', async () => {
    const one = await beginImport(app.url, token, projectId, 'files', 'large.png')
    const { store, db } = app.deps
    const limit = maxBytesByKind.image
    maxBytesByKind.image = 1024
    try {
      const Key = one.descriptor.upload_fields['key'] ?? ''
      await store.client.send(new PutObjectCommand({ Bucket: store.bucket, Key, Body: Buffer.alloc(1025) }))
      expect(await completeImport(app.url, token, one)).toBe(400)
      expect((await readOutcome(db, one)).state).toBe('pending_upload')
      await store.client.send(new PutObjectCommand({ Bucket: store.bucket, Key, Body: Buffer.alloc(1024) }))
      expect(await completeImport(app.url, token, one)).toBe(200)
    } finally {
      maxBytesByKind.image = limit
    }
  })
})
