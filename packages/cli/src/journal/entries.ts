/**
 * The state of each import, reduced from the lines of a journal. `begin` is written before initialize, every other line
 * after the step that it records.
 */
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
  reason?: string
}

export type JournalLine =
  | { do: 'open'; base: string; project: number; pid: number }
  | ({ do: 'begin'; id: string; path: string; print: string; as: ImportAs } & Identity)
  | { do: 'key'; id: string; key: string }
  | { do: 'sent'; id: string }
  | { do: 'accepted'; id: string }
  | { do: 'end'; id: string; state: 'completed' | 'failed'; reason?: string }
  /** The same content at another path or with another modification time. */
  | { do: 'moved'; id: string; path: string; mtime: string }
  /** Abandoned before it was accepted: the next run starts again. */
  | { do: 'drop'; id: string; reason: string }

export interface Entries {
  readonly all: Iterable<Entry>
  /** The latest import of the file at a path. */
  at(path: string, as: ImportAs): Entry | undefined
  /** All entries with this length, to find moved files. */
  ofLength(bytes: number, as: ImportAs): Entry[]
  apply(line: JournalLine): void
}

const placeOf = (path: string, as: ImportAs) => `${as}:${path}`

export function createEntries(): Entries {
  const byId = new Map<string, Entry>()
  /** Newest last. When the newest is dropped, the one before it counts again. */
  const byPlace = new Map<string, Entry[]>()
  const byLength = new Map<number, Set<Entry>>()

  function apply(line: JournalLine): void {
    if (line.do === 'open') return
    if (line.do === 'begin') {
      const { do: _, ...facts } = line
      const entry: Entry = { ...facts, state: 'begun' }
      byId.set(entry.id, entry)
      place(entry)
      byLength.set(entry.bytes, (byLength.get(entry.bytes) ?? new Set()).add(entry))
      return
    }
    const entry = byId.get(line.id)
    if (!entry) return
    switch (line.do) {
      case 'key':
        entry.key = line.key
        entry.state = 'keyed'
        break
      case 'sent':
      case 'accepted':
        entry.state = line.do
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
      case 'drop':
        byId.delete(entry.id)
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
    at: (path, as) => byPlace.get(placeOf(path, as))?.at(-1),
    ofLength: (bytes, as) => [...(byLength.get(bytes) ?? [])].filter((entry) => entry.as === as),
    apply,
  }
}
