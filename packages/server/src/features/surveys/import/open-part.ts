/** Opens a part in the store: exactly the accepted bytes, or nothing. */
import type { Readable } from 'node:stream'
import { openSurvey, type SurveyCsv } from '@inlet/survey-csv'
import type { ObjectStore, PinnedObject } from '../../../platform/object-store/object-store.ts'
import type { HeaderOf } from './survey-header.ts'

/** Undefined when the object is missing or was replaced. Unread bytes are not fetched. */
export async function openPart<T>(
  store: ObjectStore,
  object: PinnedObject,
  { signal, headerOf }: { signal: AbortSignal; headerOf: HeaderOf },
  use: (csv: SurveyCsv) => Promise<T>,
): Promise<T | undefined> {
  const body = await store.read(object, signal)
  if (!body) return undefined
  try {
    return await use(await openSurvey(wholeBody(body, object.bytes, signal), { headerOf }))
  } finally {
    body.destroy()
  }
}

/** A truncated response must not be parsed as a shorter file. */
async function* wholeBody(body: Readable, bytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const onAbort = () => body.destroy(new Error('The attempt was aborted.'))
  signal.addEventListener('abort', onAbort, { once: true })
  let received = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      received += chunk.length
      yield chunk
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  if (received !== bytes) throw new Error(`The object store sent ${received} of ${bytes} bytes.`)
}
