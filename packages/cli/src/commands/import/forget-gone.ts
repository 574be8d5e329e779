/** `--verify`: what earlier runs imported and the service no longer lists is forgotten, so that it is imported anew. */
import type { Inlet } from '@inlet/sdk'
import { openRecords, type Records } from '../../imports/records.ts'
import type { Work } from '../../imports/work.ts'
import type { Entry } from '../../journal/entries.ts'
import type { Journal } from '../../journal/journal.ts'

const pageItems = 50

export async function forgetGone(
  inlet: Inlet,
  journal: Journal,
  works: readonly Work[],
  signal: AbortSignal,
): Promise<void> {
  const records = openRecords(inlet, false)
  const entries = works.flatMap(({ todo }) => ('entry' in todo ? [todo.entry] : []))
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
