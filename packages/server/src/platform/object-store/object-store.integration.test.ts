import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testConfig } from '../../../test/harness/config.ts'
import { makeBucket, type OwnBucket } from '../../../test/harness/own-bucket.ts'
import { type StoreProxy, startStoreProxy } from '../../../test/harness/store-proxy.ts'
import { openStore } from '../../app/open-store.ts'
import { prepareBucket } from './bucket.ts'
import type { ObjectStore, PinnedObject } from './object-store.ts'
import { probeStore } from './probe.ts'

const maxRequestBytes = 5 * 1024 ** 2

let proxy: StoreProxy
let bucket: OwnBucket
/** Through the proxy, with a low limit per request. */
let store: ObjectStore
beforeAll(async () => {
  proxy = await startStoreProxy()
  bucket = await makeBucket()
  store = openStore(
    testConfig('postgres://unused', {
      S3_BUCKET: bucket.name,
      S3_ENDPOINT: proxy.url,
      S3_MAX_REQUEST_BYTES: String(maxRequestBytes),
    }),
  )
})
afterAll(async () => {
  await bucket.remove()
  await proxy.close()
})
beforeEach(() => {
  proxy.behaviour = {}
  proxy.operations.length = 0
})

const key = () => `test/${randomUUID()}`
const put = (at: string, content: string | Buffer) =>
  bucket.store.write(at, Buffer.from(content), {
    contentType: 'text/plain',
    bytes: Buffer.byteLength(content),
  })
async function pin(at: string, content: string | Buffer = 'first'): Promise<PinnedObject> {
  await put(at, content)
  const pinned = await store.head(at)
  if (!pinned) throw new Error('Not stored.')
  return pinned
}
const lacks = (...operations: string[]) => {
  proxy.behaviour = {
    fault: ({ operation }) =>
      operations.includes(operation) ? { status: 501, code: 'NotImplemented' } : undefined,
  }
}
const isSame = async (made: PinnedObject | null, content: Buffer) => {
  const body = made && (await store.read(made))
  return body !== null && (await buffer(body)).equals(content)
}

describe('the object store', () => {
  it('passes the start-up probe', async () => {
    const results = await probeStore(store)
    expect(results.length).toBeGreaterThan(15)
    expect(results.filter(({ state }) => state !== 'ok')).toEqual([])
  })

  it('returns null for a missing object, and throws when the store is unreachable', async () => {
    expect(await store.head(key())).toBeNull()
    const nowhere = openStore(testConfig('postgres://unused', { S3_ENDPOINT: 'http://127.0.0.1:1' }))
    await expect(nowhere.head(key())).rejects.toThrow()
    await expect(nowhere.ping()).rejects.toThrow()
  })

  it('names the missing right when HEAD is forbidden', async () => {
    proxy.behaviour = { fault: () => ({ status: 403, code: 'AccessDenied' }) }
    await expect(store.head(key())).rejects.toThrow(/s3:ListBucket/)
  })

  it('reads the pinned object and not a later one', async () => {
    const at = key()
    const pinned = await pin(at)
    const body = await store.read(pinned)
    expect(body && (await buffer(body)).toString()).toBe('first')
    await put(at, 'second')
    expect(await store.read(pinned)).toBeNull()
    await store.remove([at])
    expect(await store.read(pinned)).toBeNull()
  })

  it('deletes more objects than one request allows, also one by one', async () => {
    for (const isBulk of [true, false]) {
      if (!isBulk) lacks('DeleteObjects')
      const keys = Array.from({ length: isBulk ? 1005 : 30 }, key)
      const some = [keys[0] ?? '', keys.at(-1) ?? '']
      for (const at of some) await put(at, 'x')
      await store.remove(keys)
      for (const at of some) expect(await store.head(at)).toBeNull()
    }
    expect(proxy.operations.filter((operation) => operation === 'DeleteObject')).toHaveLength(30)
  })
})

describe('copies', () => {
  it('are of the pinned object, and report when it no longer exists', async () => {
    const [from, to] = [key(), key()]
    const pinned = await pin(from)
    expect(await store.copy(pinned, to, 'application/pdf')).toEqual({ ...pinned, key: to })
    await put(from, 'second')
    expect(await store.copy(pinned, key(), 'application/pdf')).toBeNull()
    await store.remove([from])
    expect(await store.copy(pinned, key(), 'application/pdf')).toBeNull()
    const answer = await fetch(await store.presignDownload(to, 'Grüße "1".pdf'))
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.pdf",
    )
    expect(await answer.text()).toBe('first')
  })

  it('with another ETag are accepted if the condition is honoured, and rejected if it is ignored', async () => {
    proxy.behaviour = { changesEtags: true, copyCondition: 'honoured' }
    const from = key()
    const pinned = await pin(from)
    const copy = await store.copy(pinned, key(), 'text/plain')
    expect(copy?.etag).not.toBe(pinned.etag)
    expect(await isSame(copy, Buffer.from('first'))).toBe(true)
    await put(from, 'other')
    expect(await store.copy(pinned, key(), 'text/plain')).toBeNull()

    const notices: string[] = []
    const unsure = openStore(
      testConfig('postgres://unused', { S3_BUCKET: bucket.name, S3_ENDPOINT: proxy.url }),
      { onNotice: (notice) => notices.push(notice) },
    )
    proxy.behaviour = { changesEtags: true, copyCondition: 'ignored' }
    expect(await unsure.copy(await pin(from), key(), 'text/plain')).toBeNull()
    expect(notices).toEqual([expect.stringContaining('ignores the condition')])
  })

  it.each([
    ['over the limit of one request', {}],
    ['over the limit, with other ETags', { changesEtags: true, copyCondition: 'honoured' as const }],
  ])('%s are made in parts of the pinned object', { timeout: 120_000 }, async (_what, behaviour) => {
    proxy.behaviour = { ...behaviour, maxRequestBytes }
    const from = key()
    const content = randomBytes(2 * maxRequestBytes + 1000)
    const pinned = await pin(from, content)
    expect(await isSame(await store.copy(pinned, key(), 'text/plain'), content)).toBe(true)
    expect(
      proxy.operations.filter((operation) => operation === 'UploadPartCopy').length,
    ).toBeGreaterThanOrEqual(3)
    expect(proxy.operations).not.toContain('CopyObject')
    await put(from, randomBytes(content.length))
    expect(await store.copy(pinned, key(), 'text/plain')).toBeNull()
    await bucket.store.remove([from])
    expect(await store.copy(pinned, key(), 'text/plain')).toBeNull()
    const { Uploads = [] } = await bucket.store.client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket.name }),
    )
    expect(Uploads).toEqual([])
  })

  it('use the other way when the store does not have the first one', { timeout: 120_000 }, async () => {
    const small = await pin(key())
    lacks('CopyObject')
    expect(await isSame(await store.copy(small, key(), 'text/plain'), Buffer.from('first'))).toBe(true)
    const content = randomBytes(maxRequestBytes + 1)
    const large = await pin(key(), content)
    lacks('UploadPartCopy')
    expect(await isSame(await store.copy(large, key(), 'text/plain'), content)).toBe(true)
  })
})

describe('files', () => {
  it('are written in parts above the limit, whole below it, and whole on a store without parts', {
    timeout: 120_000,
  }, async () => {
    const dir = await mkdtemp(join(tmpdir(), 'inlet-store-'))
    const written = async (content: Buffer) => {
      const path = join(dir, 'file')
      await writeFile(path, content)
      const at = key()
      await store.writeFile({ key: at, path, contentType: 'text/plain' })
      return isSame(await store.head(at), content)
    }
    const large = randomBytes(maxRequestBytes + 1)
    proxy.behaviour = { maxRequestBytes }
    expect(await written(large)).toBe(true)
    expect(proxy.operations.filter((operation) => operation === 'UploadPart')).toHaveLength(2)
    for (const content of [Buffer.alloc(0), Buffer.from('small')]) expect(await written(content)).toBe(true)
    lacks('CreateMultipartUpload')
    expect(await written(large)).toBe(true)
    await rm(dir, { recursive: true })
  })
})

describe('streams', () => {
  it.each([0, 1, maxRequestBytes, 4 * maxRequestBytes, 4 * maxRequestBytes + 1])(
    'of %i bytes are stored as they are',
    async (bytes) => {
      const content = randomBytes(bytes)
      function* chunks() {
        for (let at = 0; at < bytes; at += 70_001) yield content.subarray(at, at + 70_001)
      }
      const at = key()
      const written = await store.writeStream(at, Readable.from(chunks()), { contentType: 'text/plain' })
      expect(written).toBe(bytes)
      expect(await isSame(await store.head(at), content)).toBe(true)
    },
  )

  it('that fail leave nothing', async () => {
    const at = key()
    function* chunks() {
      yield randomBytes(2 * maxRequestBytes)
      throw new Error('No more.')
    }
    const writing = store.writeStream(at, Readable.from(chunks()), { contentType: 'text/plain' })
    await expect(writing).rejects.toThrow('No more.')
    expect(await store.head(at)).toBeNull()
    const { Uploads = [] } = await store.client.send(
      new ListMultipartUploadsCommand({ Bucket: store.bucket, Prefix: at }),
    )
    expect(Uploads).toEqual([])
  })
})

describe('a bucket with versioning', () => {
  let versioned: OwnBucket
  const versionsOf = async () => {
    const { Versions = [], DeleteMarkers = [] } = await versioned.store.client.send(
      new ListObjectVersionsCommand({ Bucket: versioned.name }),
    )
    return Versions.length + DeleteMarkers.length
  }
  const setVersioning = (Status: 'Enabled' | 'Suspended') =>
    versioned.store.client.send(
      new PutBucketVersioningCommand({ Bucket: versioned.name, VersioningConfiguration: { Status } }),
    )
  const write = (at: string, text: string) =>
    versioned.store.write(at, Buffer.from(text), { contentType: 'text/plain', bytes: text.length })
  beforeAll(async () => {
    versioned = await makeBucket()
  })
  afterAll(() => versioned.remove())

  it.each(['Enabled', 'Suspended'] as const)(
    'loses every version of a deleted object: %s',
    async (status) => {
      const [one, other] = [key(), key()]
      await setVersioning('Enabled')
      for (const text of ['first', 'second']) await write(one, text)
      await setVersioning(status)
      await write(one, 'third')
      // Its name begins like that of the first, and it stays.
      await write(`${one}-kept`, 'kept')
      await write(other, 'x')
      await versioned.store.remove([one, other, key()])
      expect(await versionsOf()).toBe(1)
      await versioned.store.remove([`${one}-kept`])
      expect(await versionsOf()).toBe(0)
    },
  )

  it('loses the versions of an object that only has a delete marker, as after a crash', async () => {
    await setVersioning('Enabled')
    const at = key()
    await write(at, 'first')
    await versioned.store.client.send(new DeleteObjectCommand({ Bucket: versioned.name, Key: at }))
    expect(await versionsOf()).toBe(2)
    await versioned.store.remove([at])
    expect(await versionsOf()).toBe(0)
  })

  it('copies the version that HEAD found, even if it was replaced', async () => {
    await setVersioning('Enabled')
    const from = key()
    await write(from, 'first')
    const pinned = await versioned.store.head(from)
    if (!pinned) throw new Error('Not stored.')
    expect(pinned.versionId).toBeDefined()
    await write(from, 'other')
    const copy = await versioned.store.copy(pinned, key(), 'text/plain')
    const body = copy && (await versioned.store.read(copy))
    expect(body && (await buffer(body)).toString()).toBe('first')
  })

  it('loses versions and delete markers that no object needs', async () => {
    await setVersioning('Enabled')
    const at = key()
    for (const text of ['first', 'second']) await write(at, text)
    const before = await versionsOf()
    const later = new Date(Date.now() + 60_000)
    expect(await versioned.store.removeOldVersions(new Date(0), false)).toBe(0)
    const count = await versioned.store.removeOldVersions(later, true)
    expect(count).toBeGreaterThan(0)
    expect(await versionsOf()).toBe(before)
    expect(await versioned.store.removeOldVersions(later, false)).toBe(count)
    expect(await versionsOf()).toBe(before - count)
    expect(await versioned.store.head(at)).not.toBeNull()
  })
})

describe('prepareBucket', () => {
  let own: OwnBucket
  let through: ObjectStore
  const rulesOf = async () => {
    const { CORSRules = [] } = await own.store.client.send(new GetBucketCorsCommand({ Bucket: own.name }))
    const { Rules = [] } = await own.store.client.send(
      new GetBucketLifecycleConfigurationCommand({ Bucket: own.name }),
    )
    return { cors: CORSRules.map(({ ID }) => ID), lifecycle: new Set(Rules.map(({ ID }) => ID)) }
  }
  beforeAll(async () => {
    own = await makeBucket()
    through = openStore(testConfig('postgres://unused', { S3_BUCKET: own.name, S3_ENDPOINT: proxy.url }))
  })
  afterAll(() => own.remove())

  it('keeps the rules of the operator, and writes nothing when nothing differs', async () => {
    const Bucket = own.name
    const cors = { ID: 'theirs', AllowedOrigins: ['https://a.example'], AllowedMethods: ['GET'] }
    await own.store.client.send(
      new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [cors] } }),
    )
    const rule = {
      ID: 'theirs',
      Status: 'Enabled',
      Filter: { Prefix: 'logs/' },
      Expiration: { Days: 90 },
    } as const
    await own.store.client.send(
      new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [rule] } }),
    )
    await prepareBucket(through, ['*'])
    expect(await rulesOf()).toEqual({
      cors: ['theirs', 'inlet-uploads'],
      lifecycle: new Set(['abort-multipart-uploads', 'expire-incoming', 'expire-probe', 'theirs']),
    })
    const writes = () => proxy.operations.filter((operation) => operation.startsWith('Put'))
    expect(writes()).toEqual(['PutBucketCors', 'PutBucketLifecycle'])
    await prepareBucket(through, ['*'])
    expect(writes()).toHaveLength(2)
  })

  it('continues without the rights, changes nothing, and says what to set by hand', async () => {
    const before = await rulesOf()
    const prepare = async (...denied: string[]) => {
      proxy.behaviour = {
        fault: ({ operation }) =>
          denied.includes(operation) ? { status: 403, code: 'AccessDenied' } : undefined,
      }
      const warnings: string[] = []
      await prepareBucket(through, ['https://inlet.example'], (warning) => warnings.push(warning))
      return warnings
    }
    expect(await prepare('GetBucketCors', 'GetBucketLifecycle', 'HeadBucket')).toEqual([
      expect.stringContaining('s3:ListBucket'),
      expect.stringMatching(/s3:GetBucketCORS.*"AllowedOrigins":\["https:\/\/inlet\.example"\]/),
      expect.stringMatching(/s3:GetLifecycleConfiguration.*prefix incoming\/: expire objects after 2 days/),
    ])
    expect(await prepare('PutBucketCors')).toEqual([expect.stringContaining('s3:PutBucketCORS')])
    expect(await rulesOf()).toEqual(before)
  })

  it('says that the bucket has to be created when it may not create it', async () => {
    proxy.behaviour = {
      fault: ({ operation }) =>
        operation === 'CreateBucket' ? { status: 403, code: 'AccessDenied' } : undefined,
    }
    const missing = openStore(
      testConfig('postgres://unused', { S3_BUCKET: 'inlet-no-such-bucket', S3_ENDPOINT: proxy.url }),
    )
    await expect(prepareBucket(missing, ['*'])).rejects.toThrow(/s3:CreateBucket/)
  })
})
