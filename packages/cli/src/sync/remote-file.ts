/** A file of a source as rclone lists it, and the id of its version. */
import { createHash } from 'node:crypto'
import { type Source, sourceMark } from './source.ts'

export interface RemoteFile {
  /** Below the source, with forward slashes. */
  path: string
  name: string
  /** -1 if the remote does not know it. */
  bytes: number
  /**
   * Seconds since 1970. Remotes differ in precision, and so may versions of rclone. Since a file settles for at least a
   * second, two versions never have the same second.
   */
  modified: number
}

interface ListedItem {
  Path: string
  Name: string
  Size: number
  ModTime: string
  IsDir: boolean
}

/** Undefined for a folder. */
export function readItem(text: string): RemoteFile | undefined {
  const { Path: path, Name: name, Size: bytes, ModTime, IsDir } = JSON.parse(text) as ListedItem
  if (IsDir) return undefined
  return { path, name, bytes, modified: Math.floor(Date.parse(ModTime) / 1000) }
}

export function isSameVersion(one: RemoteFile, other: RemoteFile): boolean {
  return one.bytes === other.bytes && one.modified === other.modified
}

/** Of all versions of a source: what the external ids of its records begin with. */
export function externalIdPrefix(source: Source): string {
  return `sync-${sourceMark(source)}-`
}

/** External ids are part of events, so this one is a digest: names of files and folders may be personal data. */
export function externalIdOf(source: Source, { path, bytes, modified }: RemoteFile): string {
  const version = [source.spec, path, bytes, modified].join('\0')
  return `${externalIdPrefix(source)}${createHash('sha256').update(version).digest('hex').slice(0, 40)}`
}
