/** Upload descriptors of parts and media. Signing is CPU-bound, so many of them yield to other requests in between. */
import { setImmediate as yieldTurn } from 'node:timers/promises'
import type { MediaDescriptor, PartDescriptor } from '@inlet/contract'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { mediaLimits, partLimits } from './survey.policy.ts'

export async function describePart(
  store: ObjectStore,
  { number, upload_key }: { number: number; upload_key: string },
): Promise<PartDescriptor> {
  const descriptor = await store.presignUpload({ key: upload_key, ...partLimits })
  return { part_number: number, ...descriptor, s3_key: upload_key }
}

export function describeParts(
  store: ObjectStore,
  parts: readonly { number: number; upload_key: string }[],
): Promise<PartDescriptor[]> {
  return Promise.all(parts.map((part) => describePart(store, part)))
}

export async function describeMedia(
  store: ObjectStore,
  { filename, upload_key }: { filename: string; upload_key: string },
): Promise<MediaDescriptor> {
  return { filename, ...(await store.presignUpload({ key: upload_key, ...mediaLimits })) }
}

/** About three milliseconds of signing. */
const mediaBetweenYields = 100

export async function describeAllMedia(
  store: ObjectStore,
  media: readonly { filename: string; upload_key: string }[],
): Promise<MediaDescriptor[]> {
  const described: MediaDescriptor[] = []
  for (const [i, one] of media.entries()) {
    if (i % mediaBetweenYields === 0) await yieldTurn()
    described.push(await describeMedia(store, one))
  }
  return described
}
