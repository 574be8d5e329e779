/** Fetches whole objects from the store into a local folder. */
import type { Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ObjectStore, PinnedObject } from './object-store.ts'

export interface FetchOptions {
  signal: AbortSignal
  /** Called with 0 to 1. Must not throw. */
  onProgress?: (fraction: number) => void
  /** Updated with every byte that is read. */
  hash?: Hash
}

/** False when the object is gone or no longer the pinned version. */
export async function fetchObject(
  store: ObjectStore,
  object: PinnedObject,
  path: string,
  { signal, onProgress, hash }: FetchOptions,
): Promise<boolean> {
  const body = await store.read(object, signal)
  if (!body) return false
  let received = 0
  body.on('data', (chunk: Buffer) => {
    received += chunk.length
    hash?.update(chunk)
    onProgress?.(received / object.bytes)
  })
  await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal })
  const { size } = await stat(path)
  if (size !== object.bytes) throw new Error(`The object store returned ${size} of ${object.bytes} bytes.`)
  return true
}
