import type { Readable } from 'node:stream'

/** One exact version of an object: its content when it was read, and not a later one. */
export interface PinnedObject {
  key: string
  etag: string
  bytes: number
  /** Only on a bucket with versioning, and not stored with the record. */
  versionId?: string
}

export interface OpenObject extends PinnedObject {
  contentType: string
  body: Readable
}

export interface ListedObject extends PinnedObject {
  modifiedAt: Date
}
