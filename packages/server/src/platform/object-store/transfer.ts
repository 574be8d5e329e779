/** Whole objects between the store and a folder of ours. */
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ObjectStore, PinnedObject } from './object-store.ts'

export interface FetchOptions {
  signal: AbortSignal
  /** Told from 0 to 1. Must not throw. */
  onProgress?: (fraction: number) => void
}

/** False when the object is gone or is no longer the pinned one. */
export async function fetchObject(
  store: ObjectStore,
  object: PinnedObject,
  path: string,
  { signal, onProgress }: FetchOptions,
): Promise<boolean> {
  const body = await store.read(object, signal)
  if (!body) return false
  let received = 0
  body.on('data', (chunk: Buffer) => {
    received += chunk.length
    onProgress?.(received / object.bytes)
  })
  await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal })
  const { size } = await stat(path)
  if (size !== object.bytes) throw new Error(`The object store sent ${size} of ${object.bytes} bytes.`)
  return true
}

export interface LocalFile {
  key: string
  path: string
  contentType: string
}

export async function storeFile(store: ObjectStore, { key, path, contentType }: LocalFile): Promise<void> {
  const { size } = await stat(path)
  await store.write(key, createReadStream(path), { contentType, bytes: size })
}
