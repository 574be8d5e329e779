/** Where the bytes of an import come from. */
import type { FileSource } from '@inlet/sdk'
import { fileFromPath } from '@inlet/sdk/node'
import { bufferedFile } from '../upload/buffered-file.ts'
import { contentHash, type Identity, identify } from './identity.ts'

export interface ImportSource {
  /** Undefined when it is gone or cannot be read. */
  identify(): Promise<Identity | undefined>
  /** Recognizes the same content in a later run. */
  hash(bytes: number): Promise<string>
  /** `mayReuseBuffers`: a chunk may be overwritten once a few more have been read. */
  open(options: { mayReuseBuffers: boolean }): Promise<FileSource>
}

export function localFile(path: string, name: string): ImportSource {
  return {
    identify: () => identify(path),
    hash: (bytes) => contentHash(path, bytes),
    open: ({ mayReuseBuffers }) => (mayReuseBuffers ? bufferedFile(path, name) : fileFromPath(path, name)),
  }
}
