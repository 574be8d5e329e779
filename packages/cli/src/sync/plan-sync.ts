/** Decides from the journal what is left to do for the versions of a source. */
import { type ImportSource, localFile } from '../files/import-source.ts'
import { kindOf } from '../files/kinds.ts'
import { resumeStep } from '../imports/decide.ts'
import type { ImportTask, NextStep } from '../imports/import-task.ts'
import type { Entries, Entry, ImportAs } from '../journal/entries.ts'
import type { Fetcher } from './fetch-file.ts'
import type { KnownVersion } from './reconcile.ts'
import { externalIdOf, type RemoteFile } from './remote-file.ts'
import { pathIn, type Source } from './source.ts'

export interface SyncPlanner {
  versionOf(file: RemoteFile): KnownVersion
  taskOf(file: RemoteFile, entries: SourceEntries, options: { retryFailed: boolean }): ImportTask
  /** Resumes versions that were sent, of files that have changed or are gone since. */
  resume(entries: SourceEntries, listed: readonly RemoteFile[]): ImportTask[]
}

/** The journal by version and by path. */
export interface SourceEntries {
  ofVersion(externalId: string, as: ImportAs): Entry | undefined
  /** Accepted by the service, in the order of their imports. */
  ofPath(sourcePath: string): Entry[]
  readonly all: readonly Entry[]
}

export function indexEntries({ all }: Pick<Entries, 'all'>): SourceEntries {
  const byVersion = new Map<string, Entry>()
  const byPath = new Map<string, Entry[]>()
  const entries = [...all].filter((entry) => entry.externalId !== undefined && !isHalfAdopted(entry))
  for (const entry of entries) {
    const { externalId = '', sourcePath = '', as } = entry
    byVersion.set(`${as}:${externalId}`, entry)
    if (isAccepted(entry)) byPath.set(sourcePath, [...(byPath.get(sourcePath) ?? []), entry])
  }
  return {
    ofVersion: (externalId, as) => byVersion.get(`${as}:${externalId}`),
    ofPath: (sourcePath) => byPath.get(sourcePath) ?? [],
    all: entries,
  }
}

/** A kill interrupted the reconciliation, which is repeated and finds the record again. */
const isHalfAdopted = ({ path, state }: Entry) => path === '' && (state === 'begun' || state === 'keyed')

const isAccepted = ({ state }: Entry) => state !== 'begun' && state !== 'keyed'

export function createPlanner(source: Source, as: ImportAs, fetcher: Fetcher): SyncPlanner {
  const asOf = (name: string) => (kindOf(name) === 'document' ? as : 'file')

  function taskFor(file: RemoteFile, version: KnownVersion, next: NextStep): ImportTask {
    const { externalId } = version
    const path = fetcher.pathOf(externalId)
    return {
      path,
      displayPath: pathIn(source.label, file.path),
      name: file.name,
      bytes: file.bytes,
      kind: kindOf(file.name) ?? 'document',
      as: version.as,
      next,
      source: remoteFile(fetcher, file, path),
      remote: { externalId, sourcePath: file.path, release: () => fetcher.release(file, path) },
    }
  }

  const versionOf = (file: RemoteFile): KnownVersion => ({
    externalId: externalIdOf(source, file),
    as: asOf(file.name),
    sourcePath: file.path,
    bytes: file.bytes,
  })

  return {
    versionOf,
    taskOf(file, entries, { retryFailed }) {
      const version = versionOf(file)
      const entry = entries.ofVersion(version.externalId, version.as)
      const next = entry ? resumeStep(entry, { retryFailed }) : firstStep(entries.ofPath(file.path))
      return taskFor(file, version, next)
    },
    resume(entries, listed) {
      const current = new Set(listed.map((file) => externalIdOf(source, file)))
      return entries.all
        .filter(
          ({ state, externalId = '' }) =>
            (state === 'sent' || state === 'accepted') && !current.has(externalId),
        )
        .map((entry) => {
          const { externalId = '', sourcePath: path = '', bytes } = entry
          // It cannot be fetched again: its modification time is not known, and matches no version.
          const file = { path, name: path.slice(path.lastIndexOf('/') + 1), bytes, modified: -1 }
          const version = { externalId, as: entry.as, sourcePath: path, bytes }
          return taskFor(file, version, resumeStep(entry, {}))
        })
    },
  }
}

/** The copy of the version, which is fetched when it is needed. */
function remoteFile(fetcher: Fetcher, file: RemoteFile, path: string): ImportSource {
  const copy = localFile(path, file.name)
  return {
    ...copy,
    async identify() {
      await fetcher.fetch(file, path)
      return copy.identify()
    },
  }
}

function firstStep(earlier: readonly Entry[]): NextStep {
  const old = earlier.at(-1)
  return old ? { step: 'start', why: 'changed', old } : { step: 'start', why: 'new' }
}

/** Imported files that are no longer listed, and were not reported yet. Each path once. */
export function findRemoved(entries: SourceEntries, listed: readonly RemoteFile[]): Entry[] {
  const paths = new Set(listed.map(({ path }) => path))
  const removed = new Map<string, Entry>()
  for (const entry of entries.all) {
    const { sourcePath = '' } = entry
    if (isAccepted(entry) && !paths.has(sourcePath)) removed.set(sourcePath, entry)
  }
  return [...removed.values()].filter(({ isRemoved }) => !isRemoved)
}
