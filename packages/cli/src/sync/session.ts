/** One sync: what it reads, where it imports to, and its look at the source. */
import type { Inlet } from '@inlet/sdk'
import type { ChosenProject } from '../client/find-project.ts'
import type { Context } from '../context.ts'
import type { ImportTask } from '../imports/import-task.ts'
import type { ImportAs } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import { formatCount } from '../output/format.ts'
import { printable } from '../output/text.ts'
import type { Stop } from '../stop.ts'
import type { SourceReader } from './list-source.ts'
import { findRemoved, indexEntries, type SyncPlanner } from './plan-sync.ts'
import type { RcloneError } from './rclone-error.ts'
import { reconcile } from './reconcile.ts'
import { externalIdPrefix, type RemoteFile } from './remote-file.ts'
import { type FileRules, type Selection, selectFiles } from './select-files.ts'
import type { Settle } from './settle.ts'
import { pathIn, type Source } from './source.ts'

export interface SyncSession {
  context: Context
  inlet: Inlet
  project: ChosenProject
  source: Source
  /** What documents become. */
  as: ImportAs
  reader: SourceReader
  planner: SyncPlanner
  journal: Pick<Journal, 'entries' | 'write'>
  settle: Settle
  rules: FileRules
  stop: Pick<Stop, 'soft' | 'hard'>
}

export interface Look {
  /** For every version that has settled, and for sent versions that are no longer listed. */
  tasks: ImportTask[]
  unsettled: RemoteFile[]
  selection: Selection
  /** Why the list is incomplete. */
  error: RcloneError | undefined
}

/** Lists the source once. Throws if it cannot be listed at all. */
export async function lookAtSource(session: SyncSession, retryFailed: boolean): Promise<Look> {
  const { reader, planner, journal, settle, source, rules, stop } = session
  const { files, error } = await reader.list(stop.soft)
  const selection = selectFiles(files, rules, (path) => pathIn(source.label, path))
  if (!journal.entries.isReconciled(session.as))
    await reconcileOnce(session, selection.files, error === undefined)
  const entries = indexEntries(journal.entries)
  if (error === undefined) await reportRemoved(session, files)
  const { settled, unsettled } = settle.look(selection.files, Date.now())
  const tasks = settled.map((file) => planner.taskOf(file, entries, { retryFailed }))
  return { tasks: [...planner.resume(entries, selection.files), ...tasks], unsettled, selection, error }
}

async function reconcileOnce(
  { inlet, project, source, as, planner, journal, context, stop }: SyncSession,
  files: readonly RemoteFile[],
  isComplete: boolean,
): Promise<void> {
  const entries = indexEntries(journal.entries)
  const versions = files
    .map((file) => planner.versionOf(file))
    .filter(({ externalId, as }) => entries.ofVersion(externalId, as) === undefined)
  const count = await reconcile(journal, versions, {
    inlet,
    projectId: project.id,
    prefix: externalIdPrefix(source),
    signal: stop.soft,
  })
  if (isComplete) await journal.write({ do: 'reconciled', as })
  if (count > 0)
    context.output.say(`${formatCount(count, 'file')} of an earlier sync found in ${project.label}.`)
}

async function reportRemoved(
  { journal, source, context: { output } }: SyncSession,
  listed: readonly RemoteFile[],
): Promise<void> {
  for (const { id, sourcePath: path = '' } of findRemoved(indexEntries(journal.entries), listed)) {
    const file = pathIn(source.label, path)
    await journal.write({ do: 'removed', id })
    const line = printable(`removed    ${file}: no longer in the source; what was imported stays`)
    if (output.isJson) output.item({ file, status: 'removed' }, line)
    else output.say(line)
  }
}

/** A changed file becomes a further record, which may surprise. */
export function sayChanged({ context: { output } }: SyncSession, tasks: readonly ImportTask[]): void {
  for (const { next, displayPath } of tasks)
    if (next.step === 'start' && next.why === 'changed')
      output.say(printable(`changed    ${displayPath}: imported as a new record; the earlier one stays`))
}
