/** A part in the store, opened for reading: exactly the bytes that were accepted, or none. */
import type { Readable } from 'node:stream'
import { openSurvey, type SurveyCsv } from '@inlet/survey-csv'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'

const silenceMs = 60_000

/** Undefined when the object is gone or is another one by now. What is not read of it is not fetched either. */
export async function openPart<T>(
  store: ObjectStore,
  object: PinnedObject,
  signal: AbortSignal,
  use: (csv: SurveyCsv) => Promise<T>,
): Promise<T | undefined> {
  const body = await store.read(object, signal)
  if (!body) return undefined
  try {
    return await use(await openSurvey(wholeBody(body, object.bytes, signal)))
  } finally {
    body.destroy()
  }
}

/** A body that breaks off must not read as a file that ends there. */
async function* wholeBody(body: Readable, bytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stop = (reason: string) => body.destroy(new Error(reason))
  const silence = setTimeout(() => stop('The object store stopped sending.'), silenceMs)
  const onAbort = () => stop('The attempt was ended.')
  signal.addEventListener('abort', onAbort, { once: true })
  let received = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      received += chunk.length
      yield chunk
      silence.refresh()
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', onAbort)
  }
  if (received !== bytes) throw new Error(`The object store sent ${received} of ${bytes} bytes.`)
}
