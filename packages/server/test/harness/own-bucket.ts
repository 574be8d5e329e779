/** A bucket for one test, for tests that read everything in it. */
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { DeleteBucketCommand } from '@aws-sdk/client-s3'
import { openStore } from '../../src/app/open-store.ts'
import { prepareBucket } from '../../src/platform/object-store/bucket.ts'
import type { ListedObject, ObjectStore } from '../../src/platform/object-store/object-store.ts'
import { testConfig } from './config.ts'

export interface OwnBucket {
  name: string
  store: ObjectStore
  remove(): Promise<void>
}

export async function makeBucket(): Promise<OwnBucket> {
  const name = `inlet-test-${randomBytes(6).toString('hex')}`
  const store = openStore(testConfig('postgres://nobody@127.0.0.1/none', { S3_BUCKET: name }))
  await prepareBucket(store, ['*'])
  return {
    name,
    store,
    async remove() {
      for await (const page of store.list()) await store.remove(page.map(({ key }) => key))
      // On a bucket with versioning, what tests deleted in another way.
      await store.removeOldVersions(new Date(Date.now() + 60_000), false)
      await store.client.send(new DeleteBucketCommand({ Bucket: name }))
    },
  }
}

export async function listAll(store: ObjectStore): Promise<ListedObject[]> {
  return (await Array.fromAsync(store.list())).flat()
}

/** The content of all objects in the bucket, as one text. */
export async function readAll(store: ObjectStore): Promise<string> {
  const texts: string[] = []
  for (const { key } of await listAll(store)) {
    const object = await store.open(key)
    texts.push(key, object ? await text(object.body) : '')
  }
  return texts.join('\n')
}
