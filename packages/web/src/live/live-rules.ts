/**
 * Which answers a change makes old, by operation id. A screen that shows something live adds its operation to
 * the kinds it shows.
 */
import type { Change } from '@inlet/contract/workspace'

const importLists = ['imports.list', 'imports.count', 'projects.list', 'projects.get']

export const outdatedBy: Record<Change['kind'], readonly string[]> = {
  file: importLists,
  insight: importLists,
  survey: [...importLists, 'surveys.upload'],
  project: ['projects.list', 'projects.get'],
}

/** What is read again every 15 s while the stream is lost. */
export const liveOperations: readonly string[] = [...new Set(Object.values(outdatedBy).flat()), 'imports.get']
