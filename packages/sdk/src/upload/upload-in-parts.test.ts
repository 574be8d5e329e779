import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listenAsPartStorage, type PartStorageOptions } from '../../test/part-storage.ts'
import { storageRefusal } from '../../test/storage.ts'
import { createSlots } from '../http/slots.ts'
import type { PartsWatch } from './send-parts.ts'
import { streamOf, toSource } from './source.ts'
import { createThrottle } from './throttle.ts'
import { uploadInParts } from './upload-in-parts.ts'

const content = randomBytes(1_050_000)
const partSize = 100_000
const last = 11
const core = { fetch, maxRetries: 4, throttle: undefined }
const source = toSource(content, 'a.mp4')

const listen = (answer?: PartStorageOptions['answer']) =>
  listenAsPartStorage({ size: content.length, partSize, ...(answer && { answer }) })

/** Counts what is reported, and how far it goes back. */
function createCount() {
  let [sent, highest, back] = [0, 0, 0]
  return {
    onSent(bytes: number) {
      sent += bytes
      highest = Math.max(highest, sent)
      back = Math.max(back, highest - sent)
    },
    get sent() {
      return sent
    },
    get back() {
      return back
    },
  }
}

describe('an upload in parts', () => {
  it('sends every part with its length and checksum, without credentials', async () => {
    const store = await listen()
    const count = createCount()
    await uploadInParts(core, source, { calls: store.calls, upload: store.describe() }, count)
    expect(store.content().equals(content)).toBe(true)
    expect(store.asked).toHaveLength(last)
    expect(store.called).toEqual([])
    for (const { method, headers } of store.asked) {
      expect(method).toBe('PUT')
      expect(headers['transfer-encoding']).toBeUndefined()
      expect(headers['authorization']).toBeUndefined()
    }
    expect(count.sent).toBe(content.length)
  })

  it('sends only the parts that are missing, and signs them with one call', async () => {
    const store = await listen()
    for (const number of [1, 2, 5])
      store.parts.set(number, content.subarray((number - 1) * partSize, number * partSize))
    const count = createCount()
    await uploadInParts(core, source, { calls: store.calls }, count)
    expect(store.content().equals(content)).toBe(true)
    expect(store.called).toEqual(['get', 'sign 3,4,6,7,8,9,10,11'])
    expect(store.asked).toHaveLength(last - 3)
    expect(count.sent).toBe(content.length)
  })

  it('sends nothing if all parts are there', async () => {
    const store = await listen()
    await uploadInParts(core, source, { calls: store.calls, upload: store.describe() })
    await uploadInParts(core, source, { calls: store.calls })
    expect(store.asked).toHaveLength(last)
  })

  it('uses at most four connections, and no more than are free', async () => {
    let [now, most] = [0, 0]
    const store = await listen(async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setTimeout(resolve, 30))
      now -= 1
      return undefined
    })
    await uploadInParts(core, source, { calls: store.calls, upload: store.describe() })
    expect(most).toBe(4)
    most = 0
    store.parts.clear()
    const connections = createSlots(1)
    await uploadInParts(core, source, { calls: store.calls }, { connections })
    expect(most).toBe(2)
    expect(connections.tryTake()).toBeDefined()
  })

  it('sends a part again after a broken connection, a failure of the store and damage on the way', async () => {
    const store = await listen(({ number, count, asked }) => {
      if (count > 1) return undefined
      if (number === 2) return { isBroken: true }
      if (number === 3) return storageRefusal(503, 'SlowDown')
      if (number === 4) asked.body[7] = (asked.body[7] ?? 0) ^ 1
      return undefined
    })
    const count = createCount()
    await uploadInParts(core, source, { calls: store.calls, upload: store.describe() }, count)
    expect(store.content().equals(content)).toBe(true)
    expect(store.asked).toHaveLength(last + 3)
    expect(count.sent).toBe(content.length)
    expect(count.back).toBeLessThanOrEqual(partSize)
  })

  it('gets new URLs for all missing parts with one call when they are refused', async () => {
    const store = await listen(({ asked }) =>
      asked.path.endsWith('signature=1') ? storageRefusal(403, 'AccessDenied') : undefined,
    )
    await uploadInParts(core, source, { calls: store.calls, upload: store.describe() })
    expect(store.content().equals(content)).toBe(true)
    // Both parts that were under way are refused; the second may have been signed with the first.
    expect(store.called.length).toBeLessThanOrEqual(2)
  })

  it('fails if new URLs are refused, too', async () => {
    const store = await listen(() => storageRefusal(403, 'AccessDenied'))
    const sent = uploadInParts(core, source, { calls: store.calls, upload: store.describe() })
    await expect(sent).rejects.toMatchObject({ code: 'upload_refused' })
  })

  it.each(['forget', 'lose'] as const)('starts over when the upload is gone (%s)', async (loss) => {
    const store = await listen(({ number, count }) => {
      if (number === 6 && count === 1) store[loss]()
      return undefined
    })
    const count = createCount()
    await uploadInParts(core, source, { calls: store.calls, upload: store.describe() }, count)
    expect(store.content().equals(content)).toBe(true)
    expect(store.called).toContain('start')
    expect(count.sent).toBe(content.length)
  })

  it('goes on trying as long as something arrives, and gives up when nothing does', async () => {
    let isDown = false
    const store = await listen(() => (isDown ? storageRefusal(503, 'SlowDown') : undefined))
    await uploadInParts(core, source, { calls: store.calls, upload: store.describe() })
    isDown = true
    store.parts.clear()
    const watch: PartsWatch = { maxRetries: 1, patienceMs: 0 }
    const error = await uploadInParts(core, source, { calls: store.calls }, watch).catch((it: unknown) => it)
    expect(error).toMatchObject({ code: 'storage_unavailable', isTransient: true })
  })

  it('keeps to the rate of the throttle over all parts', async () => {
    const store = await listen()
    const throttle = createThrottle(2_000_000)
    const startedAt = performance.now()
    await uploadInParts({ ...core, throttle }, source, { calls: store.calls, upload: store.describe() })
    const seconds = (performance.now() - startedAt) / 1000
    // The first chunk, a quarter of a second, is sent at once.
    expect(seconds).toBeGreaterThan(content.length / 2_000_000 - 0.3)
  })

  it('stops when it is cancelled', async () => {
    const controller = new AbortController()
    const store = await listen(({ number }) => {
      if (number === 3) controller.abort()
      return undefined
    })
    const sent = uploadInParts(
      core,
      source,
      { calls: store.calls, upload: store.describe() },
      { signal: controller.signal },
    )
    await expect(sent).rejects.toMatchObject({ name: 'CancelledError' })
    expect(store.asked.length).toBeLessThan(last)
  })

  it('fails if the file is shorter than it was', async () => {
    const store = await listen()
    const short = {
      name: 'a.mp4',
      size: content.length,
      stream: () => streamOf([content]),
      slice: (start: number, end: number) => streamOf([content.subarray(start, Math.min(end, 350_000))]),
    }
    const sent = uploadInParts(core, toSource(short), { calls: store.calls, upload: store.describe() })
    await expect(sent).rejects.toMatchObject({ code: 'file_changed' })
  })

  it('needs a source that can be sliced', async () => {
    const store = await listen()
    const whole = { name: 'a.mp4', size: content.length, stream: () => streamOf([content]) }
    const sent = uploadInParts(core, toSource(whole), { calls: store.calls, upload: store.describe() })
    await expect(sent).rejects.toMatchObject({ code: 'invalid_file' })
  })
})
