/** Plants deficits of other stores and of access keys one by one; the doctor must name each with a remedy. */
import { PutBucketLifecycleConfigurationCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../../test/harness/config.ts'
import { makeBucket, type OwnBucket } from '../../test/harness/own-bucket.ts'
import { type StoreBehaviour, type StoreProxy, startStoreProxy } from '../../test/harness/store-proxy.ts'
import type { CheckResult } from '../features/maintenance/doctor/check-result.ts'
import { checkStorage } from '../features/maintenance/doctor/check-storage.ts'
import { prepareBucket } from '../platform/object-store/bucket.ts'
import { ownLifecycleRules } from '../platform/object-store/bucket-rules.ts'
import { openStore } from './open-store.ts'
import { assertStoreIsUsable } from './start.ts'

let proxy: StoreProxy
let plain: OwnBucket
let versioned: OwnBucket
beforeAll(async () => {
  proxy = await startStoreProxy()
  plain = await makeBucket()
  versioned = await makeBucket()
  const VersioningConfiguration = { Status: 'Enabled' } as const
  await versioned.store.client.send(
    new PutBucketVersioningCommand({ Bucket: versioned.name, VersioningConfiguration }),
  )
  await prepareBucket(versioned.store, ['*'])
}, 120_000)
afterAll(async () => {
  await plain.remove()
  await versioned.remove()
  await proxy.close()
}, 120_000)

const configOf = (bucket: OwnBucket) =>
  testConfig('postgres://unused', { S3_BUCKET: bucket.name, S3_ENDPOINT: proxy.url })

async function examine(behaviour: StoreBehaviour, bucket = plain): Promise<CheckResult[]> {
  proxy.behaviour = behaviour
  const config = configOf(bucket)
  const { url } = proxy
  try {
    return await checkStorage(
      openStore(config),
      { endpoint: url, publicEndpoint: url, origin: 'http://inlet.test' },
      Date.now,
    )
  } finally {
    proxy.behaviour = {}
  }
}

const refuses = (status: number, code: string, ...operations: string[]): StoreBehaviour => ({
  fault: ({ operation }) => (operations.includes(operation) ? { status, code } : undefined),
})
const denies = (...operations: string[]) => refuses(403, 'AccessDenied', ...operations)
const lacks = (...operations: string[]) => refuses(501, 'NotImplemented', ...operations)

interface Deficit {
  what: string
  behaviour: StoreBehaviour
  bucket?: () => OwnBucket
  state: CheckResult['state']
  check: string
  /** In the detail and the remedy. */
  names: RegExp
}

const missingRights: Deficit[] = [
  {
    what: 'no right to write',
    behaviour: denies('PutObject', 'PostObject'),
    state: 'failed',
    check: 'storage: write objects',
    names: /s3:PutObject/,
  },
  {
    what: 'no right to read',
    behaviour: denies('GetObject'),
    state: 'failed',
    check: 'storage: read objects',
    names: /s3:GetObject/,
  },
  {
    what: 'no right to delete',
    behaviour: denies('DeleteObject', 'DeleteObjects'),
    state: 'failed',
    check: 'storage: delete objects',
    names: /s3:DeleteObject/,
  },
  {
    what: 'no right to list, so that HEAD of a missing object is forbidden',
    behaviour: {
      fault: ({ operation, key, bucket }) =>
        operation === 'ListObjectsV2' || (operation === 'HeadObject' && isMissing(bucket, key))
          ? { status: 403, code: 'AccessDenied' }
          : undefined,
    },
    state: 'failed',
    check: 'storage: report missing objects',
    names: /s3:ListBucket/,
  },
  {
    what: 'no right to abort multipart uploads',
    behaviour: denies('AbortMultipartUpload'),
    state: 'warning',
    check: 'storage: abort multipart uploads',
    names: /s3:AbortMultipartUpload/,
  },
  {
    what: 'no right to read the lifecycle rules',
    behaviour: denies('GetBucketLifecycle'),
    state: 'warning',
    check: 'upload expiration',
    names: /s3:GetLifecycleConfiguration.*prefix incoming\//,
  },
  {
    what: 'versioning without the right to delete versions',
    behaviour: denies('ListObjectVersions'),
    bucket: () => versioned,
    state: 'failed',
    check: 'storage: delete versions',
    names: /s3:ListBucketVersions and s3:DeleteObjectVersion/,
  },
]

/** Objects that were written through the proxy. */
const written = new Set<string>()
const isMissing = (bucket: string, key: string) => !written.has(`${bucket}/${key}`)

const otherStores: Deficit[] = [
  {
    what: 'no signed forms',
    behaviour: refuses(405, 'MethodNotAllowed', 'PostObject'),
    state: 'failed',
    check: 'upload policy: stores a form that satisfies the policy',
    names: /POST Object/,
  },
  {
    what: 'other ETags for copies whose condition is ignored',
    behaviour: { changesEtags: true, copyCondition: 'ignored' },
    state: 'failed',
    check: 'storage: copy objects',
    names: /another ETag \(as with SSE-KMS\) and its condition is ignored/,
  },
  {
    what: 'ignored conditions of copies',
    behaviour: { copyCondition: 'ignored' },
    state: 'warning',
    check: 'storage: copy objects',
    names: /condition of a copy is ignored/,
  },
  {
    what: 'other ETags for copies whose condition is honoured',
    behaviour: { changesEtags: true, copyCondition: 'honoured' },
    state: 'ok',
    check: 'storage: copy objects',
    names: /another ETag; their condition is honoured/,
  },
  {
    what: 'no multipart uploads',
    behaviour: lacks('CreateMultipartUpload'),
    state: 'warning',
    check: 'storage: multipart uploads',
    names: /above 1 GiB/,
  },
  {
    what: 'no copies in parts',
    behaviour: lacks('UploadPartCopy'),
    state: 'warning',
    check: 'storage: copy in parts',
    names: /S3_MAX_REQUEST_BYTES/,
  },
  {
    what: 'no copies at all',
    behaviour: lacks('CopyObject', 'UploadPartCopy'),
    state: 'failed',
    check: 'storage: copy objects',
    names: /Uploads cannot be accepted/,
  },
  {
    what: 'no DeleteObjects',
    behaviour: lacks('DeleteObjects'),
    state: 'warning',
    check: 'storage: delete many objects at once',
    names: /one by one/,
  },
  {
    what: 'no lifecycle rules',
    behaviour: lacks('GetBucketLifecycle', 'PutBucketLifecycle'),
    state: 'warning',
    check: 'upload expiration',
    names: /inlet-admin gc/,
  },
  {
    what: 'no CORS rules',
    behaviour: denies('Preflight'),
    state: 'failed',
    check: 'browser uploads (CORS)',
    names: /INLET_CORS_ORIGINS/,
  },
  {
    what: 'ranges that are ignored',
    behaviour: { dropsHeaders: ['range'] },
    state: 'failed',
    check: 'storage: read ranges',
    names: /Range header is ignored/,
  },
  {
    what: 'conditions of reads that are ignored',
    behaviour: { dropsHeaders: ['if-match'] },
    state: 'warning',
    check: 'storage: read only the pinned version',
    names: /If-Match is ignored/,
  },
  {
    what: 'a store that never answers',
    behaviour: { fault: () => 'stall' },
    state: 'failed',
    check: 'storage',
    names: /does not answer/,
  },
]

describe('the doctor', () => {
  it('finds nothing to report on a bucket that migrate prepared, with versioning or without', async () => {
    for (const bucket of [plain, versioned]) {
      const results = await examine({}, bucket)
      expect(results.filter(({ state }) => state !== 'ok')).toEqual([])
      expect(results.length).toBeGreaterThan(15)
    }
  })

  it.each([...missingRights, ...otherStores])('names $what', async (deficit) => {
    const { behaviour, bucket = () => plain, state, check, names } = deficit
    const results = await examine(watched(behaviour), bucket())
    const found = results.find((result) => result.check === check)
    expect(found, JSON.stringify(results)).toMatchObject({ check, state })
    expect(`${found?.detail} ${found?.fix}`).toMatch(names)
  })

  it('names versioning whose old versions do not expire', async () => {
    const LifecycleConfiguration = { Rules: ownLifecycleRules(false) }
    await versioned.store.client.send(
      new PutBucketLifecycleConfigurationCommand({ Bucket: versioned.name, LifecycleConfiguration }),
    )
    const found = (await examine({}, versioned)).find(({ state }) => state !== 'ok')
    expect(found).toMatchObject({ check: 'upload expiration', state: 'warning' })
    expect(found?.detail).toMatch(/expire noncurrent versions/)
    await prepareBucket(versioned.store, ['*'])
    expect((await examine({}, versioned)).filter(({ state }) => state !== 'ok')).toEqual([])
  })

  it('counts', () => {
    process.stdout.write(`faults store deficits=${missingRights.length + otherStores.length + 1} named\n`)
  })
})

/** Remembers what was written, for the deficit that depends on it. */
function watched({ fault, ...behaviour }: StoreBehaviour): StoreBehaviour {
  return {
    ...behaviour,
    fault(request) {
      const { operation, bucket, key } = request
      if (operation === 'PutObject') written.add(`${bucket}/${key}`)
      return fault?.(request)
    },
  }
}

describe('the start-up probe', () => {
  const start = (behaviour: StoreBehaviour, user: 'api' | 'worker', mode = 'require') => {
    proxy.behaviour = watched(behaviour)
    const config = testConfig('postgres://unused', {
      S3_BUCKET: plain.name,
      S3_ENDPOINT: proxy.url,
      INLET_STORAGE_PROBE: mode,
    })
    return assertStoreIsUsable({ config, store: openStore(config), log: pino({ level: 'silent' }) }, user)
  }

  it('refuses to start without what the process needs, and says what to do', async () => {
    await expect(start(denies('CopyObject', 'UploadPartCopy'), 'api')).rejects.toThrow(
      /copy objects: 403 AccessDenied\. Grant the access key s3:GetObject and s3:PutObject/,
    )
    await expect(start(lacks('PostObject'), 'api')).rejects.toThrow(/POST Object/)
    await expect(start(lacks('PostObject'), 'api', 'warn')).resolves.toBeUndefined()
  })

  it('starts an api that may not delete, and no worker', async () => {
    const behaviour = denies('DeleteObject', 'DeleteObjects')
    await expect(start(behaviour, 'api')).resolves.toBeUndefined()
    await expect(start(behaviour, 'worker')).rejects.toThrow(/s3:DeleteObject/)
  })

  it('starts with every deficit that the service can work around', async () => {
    const unsupported = ['CreateMultipartUpload', 'UploadPartCopy', 'DeleteObjects', 'GetBucketLifecycle']
    await expect(start(lacks(...unsupported), 'api')).resolves.toBeUndefined()
    await expect(start(lacks(...unsupported), 'worker')).resolves.toBeUndefined()
  })
})
