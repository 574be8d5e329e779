import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../../../test/harness/config.ts'
import { openStore } from '../../app/deps.ts'
import { prepareBucket } from './bucket.ts'
import type { ObjectStore } from './object-store.ts'
import { probeStore } from './probe.ts'

let store: ObjectStore
const endpoint = process.env['S3_ENDPOINT'] ?? ''
const key = () => `test/${randomUUID()}`
const put = (at: string, text: string) =>
  store.write(at, Buffer.from(text), { contentType: 'text/plain', bytes: Buffer.byteLength(text) })

beforeAll(async () => {
  const bucket = `inlet-test-${randomUUID().slice(0, 8)}`
  store = openStore(testConfig('postgres://unused', { S3_BUCKET: bucket }))
  await prepareBucket(store, ['*'])
  await prepareBucket(store, ['*'])
})

describe('the object store', () => {
  it('passes the start-up probe: policies are enforced', async () => {
    const results = await probeStore(store, endpoint)
    expect(results).toHaveLength(5)
    expect(results.filter((result) => !result.isOk)).toEqual([])
  })

  it('returns null for a missing object, and throws when the store is unreachable', async () => {
    expect(await store.head(key())).toBeNull()
    const nowhere = openStore(testConfig('postgres://unused', { S3_ENDPOINT: 'http://127.0.0.1:1' }))
    await expect(nowhere.head(key())).rejects.toThrow()
    await expect(nowhere.ping()).rejects.toThrow()
  })

  it('reads the pinned object and not a later one', async () => {
    const at = key()
    await put(at, 'first')
    const pinned = await store.head(at)
    if (!pinned) throw new Error('Not stored.')
    const body = await store.read(pinned)
    expect(body && (await buffer(body)).toString()).toBe('first')
    await put(at, 'second')
    expect(await store.read(pinned)).toBeNull()
    await store.remove([at])
    expect(await store.read(pinned)).toBeNull()
  })

  it('copies the pinned object, and reports when it no longer exists', async () => {
    const from = key()
    const to = key()
    await put(from, 'first')
    const pinned = await store.head(from)
    if (!pinned) throw new Error('Not stored.')
    expect(await store.copy(pinned, to, 'application/pdf')).toBe(true)
    await put(from, 'second')
    expect(await store.copy(pinned, key(), 'application/pdf')).toBe(false)
    await store.remove([from])
    expect(await store.copy(pinned, key(), 'application/pdf')).toBe(false)
    const url = await store.presignDownload(to, 'Grüße "1".pdf')
    const answer = await fetch(url)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.pdf",
    )
    expect(await answer.text()).toBe('first')
  })

  it('deletes more objects than one request allows', async () => {
    const keys = Array.from({ length: 1005 }, key)
    const some = [keys[0] ?? '', keys[1003] ?? '']
    for (const at of some) await put(at, 'x')
    await store.remove(keys)
    for (const at of some) expect(await store.head(at)).toBeNull()
  })
})
