/** The S3 store: signed uploads for clients, pinned reads for us. Uploaded bytes never pass through the api. */
import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { callLimits, within } from './call-limits.ts'
import { type ClientUploads, clientUploads } from './client-uploads.ts'
import { type CopyObjects, copyObjects } from './copy-objects.ts'
import { createGatewaySigners, type GatewaySigners } from './gateway-signatures.ts'
import { once } from './once.ts'
import { type PartStreams, partStreams } from './part-streams.ts'
import { probePolicies } from './probe-policies.ts'
import type { ProbeResult } from './probe-result.ts'
import { type ReadObjects, readObjects } from './read-objects.ts'
import { type RemoveObjects, removeObjects } from './remove-objects.ts'
import { type ClientOptions, createClients } from './s3-clients.ts'
import { createPartSigner } from './sign-parts.ts'
import { createUploadSigner } from './sign-uploads.ts'
import { type SignUrls, signUrls } from './sign-urls.ts'
import type { StoreContext } from './store-context.ts'
import { createUploadRoutes, type UploadRoutes } from './upload-routes.ts'
import { type WriteObjects, writeObjects } from './write-objects.ts'
import { type WriteStreams, writeStreams } from './write-streams.ts'

export type { ListedObject, PinnedObject } from './stored-object.ts'

export interface ObjectStoreOptions extends ClientOptions {
  bucket: string
  /** Larger objects are written and copied in parts. Default: 5 GiB, the limit of AWS. */
  maxRequestBytes?: number
  /** The largest form that the store accepts. Default: 5 GiB, the limit of AWS. */
  maxFormBytes?: number
  /** The upload gateway, if there is one. */
  gateway?: { url: string; signingKey: Buffer; mode: 'auto' | 'always' } | undefined
}

export interface ObjectStore
  extends SignUrls,
    ReadObjects,
    CopyObjects,
    WriteObjects,
    WriteStreams,
    RemoveObjects,
    ClientUploads,
    PartStreams {
  routes: UploadRoutes
  gateway: { mode: 'auto' | 'always'; signers: GatewaySigners } | undefined
  /** Asks at the first call whether the store enforces POST policies, and remembers its answer. */
  policies: { check(): Promise<ProbeResult[]> }
  /** Throws when the bucket cannot be reached. */
  ping(): Promise<void>
  client: S3Client
  bucket: string
}

const awsLimitBytes = 5 * 1024 ** 3

export function openObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { bucket, maxRequestBytes = awsLimitBytes, onCall, onNotice = () => {} } = options
  const { client, writer, signer } = createClients(options)
  const context: StoreContext = { client, writer, bucket, maxRequestBytes, onCall, notify: onNotice }
  const reading = readObjects(context)
  const removing = removeObjects(context)
  const writing = writeObjects(context)
  const signParts = createPartSigner(client, bucket)
  const uploads = clientUploads(context, { public: () => routes.partSigner(), internal: signParts })
  const storeForm = createUploadSigner(signer, bucket)
  const policies = {
    check: once(() =>
      probePolicies({
        store: { ...reading, ...removing },
        sign: storeForm,
        endpoint: options.endpoint,
        subject: 'upload policy',
      }),
    ),
  }
  const gateway = options.gateway && {
    mode: options.gateway.mode,
    signers: createGatewaySigners(options.gateway.url, options.gateway.signingKey),
  }
  const routes = createUploadRoutes({
    store: { form: storeForm, parts: createPartSigner(signer, bucket) },
    gateway,
    maxFormBytes: options.maxFormBytes ?? awsLimitBytes,
    hasPolicies: async () => (await policies.check()).every(({ state }) => state === 'ok'),
    lengths: uploads.partLengths,
  })
  return {
    client,
    bucket,
    routes,
    gateway,
    policies,
    ...signUrls(signer, bucket, routes),
    ...reading,
    ...copyObjects(context, { ...reading, ...removing }),
    ...writing,
    ...writeStreams(context, writing),
    ...removing,
    ...uploads,
    ...partStreams(signParts),
    async ping() {
      const command = new HeadBucketCommand({ Bucket: bucket })
      await within(callLimits.short, (options) => client.send(command, options))
    },
  }
}
