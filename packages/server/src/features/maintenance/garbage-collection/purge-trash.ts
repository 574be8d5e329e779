/** Purges what has been in the trash for as long as its team keeps it. */
import type { Db } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { claimDueEntry, listDueEntries, purgeEntry, type TrashEntry } from '../../trash/trash.public.ts'
import { eraseProject } from '../erasure/erase-project.ts'

/** A sweep takes at most these; the next one continues. */
const entriesAtOnce = 200

export async function purgeTrash(
  deps: { db: Db; store: ObjectStore },
  signal?: AbortSignal,
): Promise<number> {
  let purged = 0
  const problems: unknown[] = []
  for (const entry of await listDueEntries(deps.db, entriesAtOnce)) {
    if (signal?.aborted) break
    try {
      await purge(deps, entry)
      purged += 1
    } catch (error) {
      // One record must not keep the others; the next sweep tries it again.
      problems.push(error)
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, 'Deleted records cannot be purged.')
  return purged
}

async function purge(deps: { db: Db; store: ObjectStore }, entry: TrashEntry): Promise<void> {
  if (entry.kind !== 'project') await purgeEntry(deps.db, entry)
  else if (await claimDueEntry(deps.db, entry.id)) await eraseProject(deps, entry.record_id)
}
