/** Renames, moves and deletes imports, and says so in a notice that undoes it. */
import {
  deleteImport,
  getImportRecord,
  type Import,
  type ImportRecord,
  restoreImport,
  updateImport,
} from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { liveOperations } from '../changes/live-rules.ts'
import { tellRemoval } from '../changes/removals.ts'
import { type Notice, showNotice } from '../notices/notice-store.ts'
import { keyOfImport } from '../ui/format/import-labels.ts'
import { actOnAll, type Outcome } from './act-on-all.ts'
import { describeOutcome } from './item-texts.ts'
import { renameFrom } from './rename-from.ts'

export type ManagedItem = Pick<Import, 'kind' | 'key' | 'name' | 'project'>

export const paramsOf = ({ kind, key }: Pick<ManagedItem, 'kind' | 'key'>) => ({ params: { kind, key } })

/** The change stream does so too, but later, and not at all while it is interrupted. */
export function refreshLists(client: QueryClient): void {
  for (const operation of liveOperations) void client.invalidateQueries({ queryKey: [operation] })
}

export async function deleteItems(
  client: QueryClient,
  items: readonly ManagedItem[],
): Promise<Outcome<ManagedItem>> {
  const outcome = await actOnAll(items, (item) => call(deleteImport, paramsOf(item)))
  const undo = async () => {
    const restored = await actOnAll(outcome.done, (item) => call(restoreImport, paramsOf(item)))
    return report(client, restored, (what) => `Restored ${what}.`)
  }
  for (const item of outcome.done) tellRemoval(keyOfImport(item))
  show(outcome, (what) => `Moved ${what} to the trash.`, undo)
  return outcome
}

export async function moveItems(
  client: QueryClient,
  items: readonly ManagedItem[],
  project: ManagedItem['project'],
): Promise<Outcome<ManagedItem>> {
  const move = (item: ManagedItem, projectId: number) =>
    call(updateImport, { ...paramsOf(item), body: { project_id: projectId } })
  const outcome = await actOnAll(items, (item) => move(item, project.id))
  const undo = async () => {
    const back = await actOnAll(outcome.done, (item) => move(item, item.project.id))
    return report(client, back, (what) => `Moved ${what} back.`)
  }
  for (const item of outcome.done) tellRemoval(keyOfImport(item))
  show(outcome, (what) => `Moved ${what} to ${project.name}.`, undo)
  refreshLists(client)
  return outcome
}

/** `shown` is the record that the user saw. */
export async function renameItem(
  client: QueryClient,
  item: ManagedItem,
  shown: ImportRecord,
  name: string,
): Promise<void> {
  const params = paramsOf(item)
  const rename = (seen: Pick<ImportRecord, 'name' | 'etag'>, to: string) =>
    renameFrom(
      seen,
      (ifMatch) => call(updateImport, { ...params, body: { name: to } }, { ifMatch }),
      () => call(getImportRecord, params),
    )
  const renamed = await rename(shown, name)
  const undo = async () => {
    await rename(renamed, shown.name)
    refreshLists(client)
    return { text: `Renamed back to “${shown.name}”.` }
  }
  showNotice({ text: `Renamed to “${name}”.`, undo })
  refreshLists(client)
}

function show(
  outcome: Outcome<ManagedItem>,
  write: (items: string) => string,
  undo: () => Promise<Notice>,
): void {
  const notice = describeOutcome(outcome, write)
  showNotice({ ...notice, ...(outcome.done.length > 0 ? { undo } : {}) })
}

/** For the end of an undo. */
function report(
  client: QueryClient,
  outcome: Outcome<ManagedItem>,
  write: (items: string) => string,
): Notice {
  refreshLists(client)
  return describeOutcome(outcome, write)
}
