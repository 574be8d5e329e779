/**
 * The state of each import, reduced from the lines of a journal. `begin` is written before initialize, every other line
 * after the step that it records.
 */
import type { InitializeBatch } from '@inlet/sdk'
import type { Identity } from '../files/identity.ts'

export type ImportAs = 'file' | 'insight'

/** `begun`: initialize may have been called. `keyed`: the record exists. `sent`: the upload is complete. */
export type EntryState = 'begun' | 'keyed' | 'sent' | 'accepted' | 'completed' | 'failed'

export interface Entry extends Identity {
  id: string
  path: string
  print: string
  as: ImportAs
  state: EntryState
  key?: string
  /** `multipart`: sent in parts, so that an interrupted upload can be resumed. `url`: the service downloads it. */
  upload?: 'multipart' | 'url'
  /** The idempotency key of the batch in which the record was created, or may have been. */
  batch?: string
  reason?: string
  /** Of a version of a file in another system, its id and its path there. */
  externalId?: string
  sourcePath?: string
  /** The file was removed from that system, which was reported. */
  isRemoved?: boolean
  /** It was completed after the cursor of the journal, if at all: its end is in the event log after it. */
  isLogged?: boolean
}

/** An item of a batch, and the entry that it is for. */
export interface BatchedItem {
  id: string
  item: InitializeBatch['items'][number]
}

/** Only of imports from other systems. */
interface VersionIds {
  externalId?: string
  sourcePath?: string
}

export type JournalLine =
  | { do: 'open'; base: string; project: number; pid: number }
  | ({ do: 'begin'; id: string; path: string; print: string; as: ImportAs } & Identity & VersionIds)
  /** Written before the batch is sent, so that the next run can repeat it and gets the same records. */
  | { do: 'batch'; key: string; items: readonly BatchedItem[] }
  | { do: 'key'; id: string; key: string; upload?: 'multipart' | 'url' }
  | { do: 'sent'; id: string }
  | { do: 'accepted'; id: string }
  | { do: 'end'; id: string; state: 'completed' | 'failed'; reason?: string }
  /**
   * The ends up to here in the event log are in the journal. `isStart`: the log is read from here on, not from the
   * cursor before.
   */
  | { do: 'cursor'; cursor: string; isStart?: true }
  /** The same content at another path or with another modification time. */
  | { do: 'moved'; id: string; path: string; mtime: string }
  /** The file no longer exists in the other system. */
  | { do: 'removed'; id: string }
  /** What the service had before this journal is in it, as far as a sync with this option is concerned. */
  | { do: 'reconciled'; as: ImportAs }
  /** Abandoned before it was accepted: the next run starts again. */
  | { do: 'drop'; id: string; reason: string }

/** Its record has an upload of which parts may have arrived. */
export const isResumable = ({ state, upload }: Entry): boolean => state === 'keyed' && upload === 'multipart'

/** `complete` may have been called: after `sent`, and for a link as soon as its record exists. */
export const mayBeCompleted = ({ state, upload }: Entry): boolean =>
  state === 'sent' || state === 'accepted' || (state === 'keyed' && upload === 'url')

export const isEnded = ({ state }: Pick<Entry, 'state'>): boolean =>
  state === 'completed' || state === 'failed'

export interface Entries {
  readonly all: Iterable<Entry>
  isReconciled(as: ImportAs): boolean
  /** The latest import of the file at a path. */
  at(path: string, as: ImportAs): Entry | undefined
  /** All entries with this length, to find moved files. */
  ofLength(bytes: number, as: ImportAs): Entry[]
  ofKey(key: string): Entry | undefined
  /** Where to continue reading the event log. */
  readonly cursor: string | undefined
  /** The items of a batch, in their order. */
  inBatch(key: string): readonly BatchedItem[]
  apply(line: JournalLine): void
}

const placeOf = (path: string, as: ImportAs) => `${as}:${path}`

export function createEntries(): Entries {
  const byId = new Map<string, Entry>()
  const byKey = new Map<string, Entry>()
  /** Newest last. When the newest is dropped, the one before it counts again. */
  const byPlace = new Map<string, Entry[]>()
  const byLength = new Map<number, Set<Entry>>()
  const batches = new Map<string, readonly BatchedItem[]>()
  const reconciled = new Set<ImportAs>()
  let cursor: string | undefined

  function apply(line: JournalLine): void {
    if (line.do === 'open') return
    if (line.do === 'reconciled') {
      reconciled.add(line.as)
      return
    }
    if (line.do === 'cursor') {
      cursor = line.cursor
      if (line.isStart) for (const entry of byId.values()) entry.isLogged = false
      return
    }
    if (line.do === 'begin') {
      const { do: _, ...facts } = line
      const entry: Entry = { ...facts, state: 'begun' }
      byId.set(entry.id, entry)
      place(entry)
      byLength.set(entry.bytes, (byLength.get(entry.bytes) ?? new Set()).add(entry))
      return
    }
    if (line.do === 'batch') {
      batches.set(line.key, line.items)
      for (const { id } of line.items) {
        const batched = byId.get(id)
        if (batched) batched.batch = line.key
      }
      return
    }
    const entry = byId.get(line.id)
    if (!entry) return
    switch (line.do) {
      case 'key':
        entry.key = line.key
        byKey.set(line.key, entry)
        if (line.upload) entry.upload = line.upload
        entry.state = 'keyed'
        if (line.upload === 'url') entry.isLogged = cursor !== undefined
        break
      case 'sent':
        entry.state = 'sent'
        entry.isLogged = cursor !== undefined
        break
      case 'accepted':
        // The event of its end may be read before the answer to complete.
        if (isEnded(entry)) break
        entry.state = 'accepted'
        break
      case 'end':
        entry.state = line.state
        if (line.reason !== undefined) entry.reason = line.reason
        break
      case 'moved':
        forget(entry)
        entry.path = line.path
        entry.mtime = line.mtime
        place(entry)
        break
      case 'removed':
        entry.isRemoved = true
        break
      case 'drop':
        byId.delete(entry.id)
        if (entry.key !== undefined) byKey.delete(entry.key)
        byLength.get(entry.bytes)?.delete(entry)
        forget(entry)
    }
  }

  function place(entry: Entry): void {
    const at = placeOf(entry.path, entry.as)
    byPlace.set(at, [...(byPlace.get(at) ?? []), entry])
  }

  function forget(entry: Entry): void {
    const at = placeOf(entry.path, entry.as)
    const others = (byPlace.get(at) ?? []).filter((other) => other !== entry)
    if (others.length > 0) byPlace.set(at, others)
    else byPlace.delete(at)
  }

  return {
    get all() {
      return byId.values()
    },
    isReconciled: (as) => reconciled.has(as),
    at: (path, as) => byPlace.get(placeOf(path, as))?.at(-1),
    ofLength: (bytes, as) => [...(byLength.get(bytes) ?? [])].filter((entry) => entry.as === as),
    ofKey: (key) => byKey.get(key),
    get cursor() {
      return cursor
    },
    inBatch: (key) => batches.get(key) ?? [],
    apply,
  }
}
