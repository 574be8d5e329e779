/** Decides where the file of each source is, and turns what was read into what is written. */
import type { QdeCase, QdeSet, QdeSource } from '@inlet/refi-qda'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import type { LineFile } from './line-file.ts'
import type { CaseRecord, SourceFile, SourceRecord } from './qde-records.ts'
import { planArchive } from './qdpx.policy.ts'

export interface LocatedObject {
  kind: SourceFile['kind']
  /** Of the file in the archive or in a further volume. */
  fileName: string
  recordKey: string | null
  /** Of the object. */
  source: string
  bytes: number
  isOutside: boolean
}

export interface LocatedObjects {
  /** By GUID of the source. */
  files: ReadonlyMap<string, LocatedObject>
  inside: LocatedObject[]
  outside: LocatedObject[]
  /** How many sources have lost their file. */
  missing: number
  /** GUIDs of sources of which nothing is left. */
  dropped: ReadonlySet<string>
}

const sourcesAtOnce = 16

export async function locateObjects(
  store: ObjectStore,
  sources: LineFile<SourceRecord>,
  limits: { maxBytes: number; textBytes: number },
): Promise<LocatedObjects> {
  const found: { guid: string; object: Omit<LocatedObject, 'isOutside'> }[] = []
  const dropped = new Set<string>()
  let missing = 0
  for await (const some of inGroups(sources.read(), sourcesAtOnce)) {
    const objects = await Promise.all(some.map((source) => findFile(store, source)))
    for (const [i, { guid, textGuid, files }] of some.entries()) {
      const object = objects[i]
      if (object) found.push({ guid, object })
      else if (files.length > 0) missing += 1
      if (!object && textGuid === null) dropped.add(guid)
    }
  }
  const { isInside } = planArchive(
    found.map(({ object }) => object.bytes),
    limits,
  )
  const located = found.map(({ guid, object }, i) => [guid, { ...object, isOutside: !isInside[i] }] as const)
  const objects = located.map(([, object]) => object)
  return {
    files: new Map(located),
    inside: objects.filter(({ isOutside }) => !isOutside),
    outside: objects.filter(({ isOutside }) => isOutside),
    missing,
    dropped,
  }
}

/** The first file of the source that still exists. */
async function findFile(
  store: ObjectStore,
  { guid, recordKey, files }: SourceRecord,
): Promise<Omit<LocatedObject, 'isOutside'> | null> {
  for (const { kind, key, extension } of files) {
    const head = await store.head(key)
    if (head) return { kind, fileName: `${guid}.${extension}`, recordKey, source: key, bytes: head.bytes }
  }
  return null
}

async function* inGroups<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const one of all) {
    group.push(one)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

const internal = (fileName: string): string => `internal://${fileName}`

/** Null if nothing of the source is left. */
export function toSource(one: SourceRecord, { files }: Pick<LocatedObjects, 'files'>): QdeSource | null {
  const file = files.get(one.guid)
  const head = {
    guid: one.guid,
    name: one.name,
    createdAt: new Date(one.createdAt),
    description: file?.isOutside
      ? `The file ${file.fileName} is too large for this archive. It is in another ZIP archive of the export: unpack that archive next to the .qdpx file.`
      : null,
  }
  const text =
    one.textGuid === null ? null : { guid: one.textGuid, textPath: internal(`${one.textGuid}.txt`) }
  if (!file) return text && { ...head, kind: 'text', textPath: text.textPath, richTextPath: null }
  const path = file.isOutside ? `relative:///${file.fileName}` : internal(file.fileName)
  switch (file.kind) {
    case 'rich':
      return text && { ...head, kind: 'text', textPath: text.textPath, richTextPath: path }
    case 'pdf':
    case 'picture':
      return { ...head, kind: file.kind, path, text }
    case 'audio':
    case 'video':
      return { ...head, kind: file.kind, path, transcript: text && { ...text, points: one.points ?? [] } }
  }
}

export const toCase = (one: CaseRecord, { dropped }: LocatedObjects): QdeCase => ({
  ...one,
  values: one.values.map(({ variable, type, value }) => ({
    variable,
    type,
    value: type === 'DateTime' ? new Date(String(value)) : value,
  })),
  sources: one.sources.filter((guid) => !dropped.has(guid)),
})

export function toSet(one: QdeSet, { dropped }: LocatedObjects): QdeSet | null {
  const sources = one.sources.filter((guid) => !dropped.has(guid))
  return sources.length === 0 ? null : { ...one, sources }
}
