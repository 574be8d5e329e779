/** The S3 store: signed uploads for clients, pinned reads for us. Uploaded bytes never pass through the api. */
import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3'
import { callLimits, within } from './call-limits.ts'
import { type ClientUploads, clientUploads } from './client-uploads.ts'
import { type CopyObjects, copyObjects } from './copy-objects.ts'
import { type ReadObjects, readObjects } from './read-objects.ts'
import { type RemoveObjects, removeObjects } from './remove-objects.ts'
import { type ClientOptions, createClients } from './s3-clients.ts'
import { createPartSigner } from './sign-parts.ts'
import { type SignUrls, signUrls } from './sign-urls.ts'
import type { StoreContext } from './store-context.ts'
import { type WriteObjects, writeObjects } from './write-objects.ts'

export type { ListedObject, PinnedObject } from './stored-object.ts'

export interface ObjectStoreOptions extends ClientOptions {
  bucket: string
  /** Larger objects are written and copied in parts. Default: 5 GiB, the limit of AWS. */
  maxRequestBytes?: number
}

export interface ObjectStore
  extends SignUrls,
    ReadObjects,
    CopyObjects,
    WriteObjects,
    RemoveObjects,
    ClientUploads {
  /** Throws when the bucket cannot be reached. */
  ping(): Promise<void>
  client: S3Client
  bucket: string
}

const defaultMaxRequestBytes = 5 * 1024 ** 3

export function openObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { bucket, maxRequestBytes = defaultMaxRequestBytes, onCall, onNotice = () => {} } = options
  const { client, writer, signer } = createClients(options)
  const context: StoreContext = { client, writer, bucket, maxRequestBytes, onCall, notify: onNotice }
  const reading = readObjects(context)
  const removing = removeObjects(context)
  return {
    client,
    bucket,
    ...signUrls(signer, bucket),
    ...reading,
    ...copyObjects(context, { ...reading, ...removing }),
    ...writeObjects(context),
    ...removing,
    ...clientUploads(context, {
      public: createPartSigner(signer, bucket),
      internal: createPartSigner(client, bucket),
    }),
    async ping() {
      const command = new HeadBucketCommand({ Bucket: bucket })
      await within(callLimits.short, (options) => client.send(command, options))
    },
  }
}
