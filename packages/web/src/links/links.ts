/** Links to search results. */
import type { QuickHit, SearchHit } from '@inlet/contract/workspace'
import { openPath, recordingPath } from './open-path.ts'

export interface LinkTarget {
  to: string
  search?: Record<string, string | number>
}

type Owned = Pick<SearchHit, 'owner' | 'key' | 'media'>

function pathOf({ owner, key, media }: Owned | QuickHit): string {
  if (owner === 'project') return `/projects/${key}`
  if (owner === 'participant') return `/participants/${key}`
  return owner === 'media' ? recordingPath(owner, key) : openPath({ kind: owner, key, media })
}

export const linkToName = (hit: QuickHit): LinkTarget => ({ to: pathOf(hit) })

/** Links to the exact second, page or answer. */
export function linkToHit(hit: SearchHit, words: string): LinkTarget {
  const to = pathOf(hit)
  if (hit.kind === 'transcript' && hit.start_ms !== null)
    return { to, search: { t: Math.floor(hit.start_ms / 1000) } }
  if (hit.kind === 'document' && hit.page !== null) return { to, search: { page: hit.page, find: words } }
  if (hit.kind === 'answer' && hit.response_id !== null)
    return { to: `${to}/responses`, search: { open: hit.response_id } }
  return { to }
}
