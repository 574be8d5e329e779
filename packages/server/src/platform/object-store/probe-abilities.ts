/** Tries on small objects everything that the service does with the store, and names what is missing. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { callLimits, within } from './call-limits.ts'
import { copyInParts } from './copy-commands.ts'
import { planParts, uploadParts } from './multipart.ts'
import type { ObjectStore } from './object-store.ts'
import { probePrefix } from './prefixes.ts'
import type { ProbeResult, StoreUser } from './probe-result.ts'
import { askForVersions } from './remove-objects.ts'
import { isStatus, isUnsupported, StoreRefusal, storeReason } from './store-errors.ts'
import type { PinnedObject } from './stored-object.ts'

const content = 'a probe of the object store'
const contentType = 'text/plain'
const wrongEtag = '"00000000000000000000000000000000"'

interface Probe {
  store: ObjectStore
  source: PinnedObject
  /** A new key, which is removed at the end. */
  newKey: () => string
}

interface Ability {
  check: string
  rights: string
  neededBy: readonly StoreUser[]
  /** What the service cannot do without it, and what to do if it is not a matter of rights. */
  otherwise: string
  /** The service has a replacement, or needs it only sometimes. */
  isOptional?: boolean
  /** Returns details; throws when the ability is missing. */
  run: (probe: Probe) => Promise<string>
}

/** The store answers, but not as it should. */
class Missing extends Error {
  /** Set when the service has a replacement. */
  readonly advice: string | undefined

  constructor(message: string, advice?: string) {
    super(message)
    this.advice = advice
  }
}

const everyone: readonly StoreUser[] = ['api', 'worker', 'admin']

const reading: Ability[] = [
  {
    check: 'read objects',
    rights: 's3:GetObject',
    neededBy: everyone,
    otherwise: 'Check the log of the store.',
    async run({ store, source }) {
      const body = await store.read(source)
      if ((body && (await text(body))) !== content) throw new Missing('a test object came back changed')
      return 'a test object came back unchanged'
    },
  },
  {
    check: 'read ranges',
    rights: 's3:GetObject',
    neededBy: ['api'],
    otherwise: 'Documents and recordings cannot be shown. Let the proxy in front of the store pass Range.',
    async run({ store, source }) {
      const body = await store.readRange(source, 2, 6)
      if ((body && (await text(body))) !== content.slice(2, 7))
        throw new Missing('the Range header is ignored')
      return 'five bytes of a test object'
    },
  },
  {
    check: 'read only the pinned version',
    rights: 's3:GetObject',
    neededBy: ['api', 'worker'],
    isOptional: true,
    otherwise:
      'An object that is replaced by hand is not noticed. Let the proxy in front of the store pass If-Match.',
    async run({ store, source }) {
      const body = await store.read({ ...source, etag: wrongEtag })
      body?.destroy()
      if (body) throw new Missing('If-Match is ignored')
      return 'If-Match is honoured'
    },
  },
  {
    check: 'report missing objects',
    rights: 's3:ListBucket',
    neededBy: everyone,
    otherwise: 'The service cannot tell a missing upload from a failure.',
    async run({ store, newKey }) {
      if (await store.head(newKey())) throw new Missing('HEAD of a missing object finds one')
      return 'HEAD of a missing object answers 404'
    },
  },
  {
    check: 'list objects',
    rights: 's3:ListBucket',
    neededBy: ['admin'],
    otherwise: 'fsck, gc and restore need the list.',
    async run({ store, source }) {
      for await (const page of store.list(source.key))
        if (page.some(({ key }) => key === source.key)) return 'listed'
      throw new Missing('the list lacks a test object')
    },
  },
]

const copying: Ability[] = [
  {
    check: 'copy objects',
    rights: 's3:GetObject and s3:PutObject',
    neededBy: ['api', 'worker'],
    otherwise:
      'Uploads cannot be accepted. Use a store that copies inside a bucket and honours x-amz-copy-source-if-match.',
    async run({ store, source, newKey }) {
      const isHonoured = await store.conditions.inOneCall()
      const copy = await store.copy(source, newKey(), contentType)
      if (!copy)
        throw new Missing(
          isHonoured
            ? 'a copy is missing or has another size'
            : 'a copy has another ETag (as with SSE-KMS) and its condition is ignored, so that it cannot be verified',
        )
      if (copy.etag !== source.etag) return 'copies have another ETag; their condition is honoured'
      if (isHonoured) return 'copies have the same ETag, and their condition is honoured'
      throw new Missing(
        'the condition of a copy is ignored; copies are verified by their ETag',
        'Do not enable SSE-KMS on this bucket: copies would have another ETag and could not be verified.',
      )
    },
  },
  {
    check: 'copy in parts',
    rights: 's3:GetObject and s3:PutObject',
    neededBy: ['api', 'worker'],
    isOptional: true,
    otherwise: 'Files above S3_MAX_REQUEST_BYTES are copied in one request, which many stores limit to 5 GB.',
    async run({ store, source, newKey }) {
      const key = newKey()
      await copyInParts(
        { client: store.client, bucket: store.bucket, maxRequestBytes: source.bytes },
        { from: source, toKey: key, contentType },
      )
      if ((await store.head(key))?.bytes !== source.bytes) throw new Missing('the copy has another size')
      return 'UploadPartCopy works'
    },
  },
]

const writing: Ability[] = [
  {
    check: 'multipart uploads',
    rights: 's3:PutObject',
    neededBy: ['api', 'worker', 'admin', 'gateway'],
    isOptional: true,
    otherwise:
      'Results and restored files above 1 GiB are sent in one request, which many stores limit to 5 GB. The upload gateway accepts no file above 5 MiB.',
    async run({ store, newKey }) {
      const { client, bucket: Bucket } = store
      const key = newKey()
      await uploadParts(store, {
        key,
        contentType,
        parts: planParts(content.length, content.length),
        partsAtOnce: 1,
        async send(UploadId, { number: PartNumber }) {
          const command = new UploadPartCommand({ Bucket, Key: key, UploadId, PartNumber, Body: content })
          return (await within(callLimits.short, (options) => client.send(command, options))).ETag
        },
      })
      if ((await store.head(key))?.bytes !== content.length) throw new Missing('the object has another size')
      return 'an object was made of parts'
    },
  },
  {
    check: 'abort multipart uploads',
    rights: 's3:AbortMultipartUpload',
    neededBy: ['api', 'worker', 'admin', 'gateway'],
    isOptional: true,
    otherwise: 'Parts of failed transfers stay until a lifecycle rule removes them.',
    async run({ store, newKey }) {
      const { client, bucket: Bucket } = store
      const Key = newKey()
      const create = new CreateMultipartUploadCommand({ Bucket, Key })
      const { UploadId } = await within(callLimits.short, (options) => client.send(create, options))
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
      await within(callLimits.short, (options) => client.send(abort, options))
      return 'an upload was aborted'
    },
  },
]

const removing: Ability[] = [
  {
    check: 'delete objects',
    rights: 's3:DeleteObject',
    neededBy: ['worker', 'admin'],
    otherwise: 'Erased data and abandoned uploads would stay in the bucket.',
    async run({ store, newKey }) {
      const Key = newKey()
      await writeProbe(store, Key)
      const command = new DeleteObjectCommand({ Bucket: store.bucket, Key })
      await within(callLimits.short, (options) => store.client.send(command, options))
      if (await store.head(Key)) throw new Missing('a deleted object is still there')
      return 'a test object was deleted'
    },
  },
  {
    check: 'delete many objects at once',
    rights: 's3:DeleteObject',
    neededBy: ['worker', 'admin'],
    isOptional: true,
    otherwise: 'Objects are deleted one by one, which is slower.',
    async run({ store, newKey }) {
      const keys = [newKey(), newKey()]
      for (const key of keys) await writeProbe(store, key)
      const Delete = { Objects: keys.map((Key) => ({ Key })) }
      const command = new DeleteObjectsCommand({ Bucket: store.bucket, Delete })
      const { Errors: [first] = [] } = await within(callLimits.short, (options) =>
        store.client.send(command, options),
      )
      if (first) throw new Missing(`not deleted: ${first.Code}`)
      return 'two objects in one request'
    },
  },
  {
    check: 'delete versions',
    rights: 's3:ListBucketVersions and s3:DeleteObjectVersion',
    neededBy: ['worker', 'admin'],
    otherwise:
      'Erased data would stay in the bucket. Use a bucket without versioning and without Object Lock.',
    async run({ store, source, newKey }) {
      if (source.versionId === undefined && (await askForVersions(store)) !== 'kept')
        return 'the bucket keeps no versions'
      const key = newKey()
      await writeProbe(store, key)
      await store.remove([key])
      const command = new ListObjectVersionsCommand({ Bucket: store.bucket, Prefix: key })
      const { Versions = [], DeleteMarkers = [] } = await within(callLimits.short, (options) =>
        store.client.send(command, options),
      )
      if (Versions.length + DeleteMarkers.length > 0) throw new Missing('a version of a deleted object stays')
      return 'the bucket keeps versions; those of a deleted object are deleted with it'
    },
  },
]

async function writeProbe(store: ObjectStore, key: string): Promise<PinnedObject> {
  await store.write(key, Buffer.from(content), { contentType, bytes: content.length })
  const written = await store.head(key)
  if (!written) throw new Missing('a test object is not there after it was written')
  return written
}

const writeAbility: Omit<Ability, 'run'> = {
  check: 'write objects',
  rights: 's3:PutObject, s3:GetObject and s3:ListBucket',
  neededBy: [...everyone, 'gateway'],
  otherwise: 'Check the log of the store.',
}

export async function probeAbilities(store: ObjectStore): Promise<ProbeResult[]> {
  const keys: string[] = []
  const newKey = () => {
    const key = `${probePrefix}${randomUUID()}`
    keys.push(key)
    return key
  }
  try {
    const source = await writeProbe(store, newKey())
    const { check, neededBy } = writeAbility
    const results: ProbeResult[] = [{ check, state: 'ok', detail: 'a test object was written', neededBy }]
    const probe = { store, source, newKey }
    for (const ability of [...reading, ...copying, ...writing, ...removing])
      results.push(await tryAbility(ability, probe))
    return results
  } catch (error) {
    // Without an object to try them on, the other checks would only repeat this one.
    return [missingAbility(writeAbility, error)]
  } finally {
    // What cannot be removed expires with the prefix.
    await store.remove(keys).catch(() => {})
  }
}

async function tryAbility(ability: Ability, probe: Probe): Promise<ProbeResult> {
  const { check, neededBy } = ability
  try {
    return { check, state: 'ok', detail: await ability.run(probe), neededBy }
  } catch (error) {
    return missingAbility(ability, error)
  }
}

function missingAbility(ability: Omit<Ability, 'run'>, error: unknown): ProbeResult {
  const { check, neededBy, rights, otherwise, isOptional = false } = ability
  const cause = error instanceof StoreRefusal ? error.cause : error
  const isDenied = isStatus(cause, 403)
  const advice = error instanceof Missing ? error.advice : undefined
  const isWarning = isOptional || advice !== undefined
  const grant = `Grant the access key ${rights}. `
  return {
    check,
    state: isWarning ? 'warning' : 'failed',
    detail: isUnsupported(cause) ? `not supported (${storeReason(cause)})` : storeReason(cause),
    fix: advice ?? `${isDenied ? grant : ''}${otherwise}`,
    neededBy,
  }
}
