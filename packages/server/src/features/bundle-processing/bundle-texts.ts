/** The texts of a bundle while its records are restored. */
import type { Tx } from '../../platform/db/database.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { type BundleFile, listFolder } from '../bundles/bundles.public.ts'
import { limits, nameOf } from './bundle.policy.ts'
import { bundleFault } from './bundle-fault.ts'
import { readLines } from './read-lines.ts'
import { parseShape, type Shape, type ShapeName } from './restored-shapes.ts'
import type { TextSpool } from './text-spool.ts'

export interface BundleFolder {
  path: string
  /** Of an original or derived file, whatever its extension; the caller assigns it to a record. */
  object(role: string): PinnedObject | null
  /** Of the file with this name. */
  objectNamed(name: string): PinnedObject | null
  /** Undefined when the bundle has no such file. */
  json<Name extends ShapeName>(shape: Name, name: string): Promise<Shape<Name> | undefined>
  /** Nothing when the bundle has no such file. */
  lines<Name extends ShapeName>(shape: Name, name: string): AsyncGenerator<Shape<Name>>
}

export interface BundleTexts {
  bundleId: number
  spool: TextSpool
  /** The keys of objects that have been asked for, which records own from then on. */
  used: Set<string>
}

export async function openFolder(
  tx: Tx,
  { bundleId, spool, used }: BundleTexts,
  path: string,
): Promise<BundleFolder> {
  const files = await listFolder(tx, bundleId, path)
  const byName = new Map(files.map((file) => [nameOf(file.path), file]))
  const use = (file: BundleFile | undefined): PinnedObject | null => {
    if (!file || file.objectKey === null || file.objectEtag === null) return null
    used.add(file.objectKey)
    return { key: file.objectKey, etag: file.objectEtag, bytes: file.bytes }
  }
  return {
    path,
    object(role) {
      const found = files.filter((file) => file.role === role)
      const [file] = found
      if (found.length > 1) throw bundleFault('content_invalid', path, `it has more than one ${role}`)
      return use(file)
    },
    objectNamed: (name) => use(byName.get(name)),
    async json(shape, name) {
      const file = byName.get(name)
      if (!file) return undefined
      if (file.bytes > limits.jsonBytes) throw bundleFault('too_large', file.path)
      const text = Buffer.concat(await Array.fromAsync(spool.read(file.number))).toString()
      return parseShape(shape, text, file.path)
    },
    async *lines(shape, name) {
      const file = byName.get(name)
      if (!file) return
      for await (const line of readLines(spool.read(file.number), file.path))
        if (line !== '') yield parseShape(shape, line, file.path)
    },
  }
}
