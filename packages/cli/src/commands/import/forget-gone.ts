/** `--verify`: drops journal entries of imports that the service no longer lists, so that the files are imported again. */
import type { Inlet } from '@inlet/sdk'
import type { ImportTask } from '../../imports/import-task.ts'
import { openRecords, type Records } from '../../imports/records.ts'
import type { Entry } from '../../journal/entries.ts'
import type { Journal } from '../../journal/journal.ts'

const pageItems = 50

export async function forgetGone(
  inlet: Inlet,
  journal: Journal,
  tasks: readonly ImportTask[],
  signal: AbortSignal,
): Promise<void> {
  const records = openRecords(inlet)
  // Resuming an upload finds out by itself whether its record is gone.
  const entries = tasks.flatMap(({ next }) => ('entry' in next && next.step !== 'resume' ? [next.entry] : []))
  for (const as of ['file', 'insight'] as const) {
    const known = entries.filter((entry) => entry.as === as)
    for (const { id } of await findGone(records[as], known, signal))
      await journal.write({ do: 'drop', id, reason: 'gone from the service' })
  }
}

async function findGone(
  records: Pick<Records, 'page'>,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<Entry[]> {
  const missing = new Map(entries.map((entry) => [entry.key ?? '', entry]))
  for (let offset = 0; missing.size > 0; offset += pageItems) {
    const { states, hasNext } = await records.page(offset, { signal })
    for (const key of states.keys()) missing.delete(key)
    if (!hasNext) break
  }
  return [...missing.values()]
}
