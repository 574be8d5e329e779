/** Tells people who are on another page that what they imported is ready or has failed. */
import type { Import } from '@inlet/contract/workspace'
import { openPath } from '../links/open-path.ts'
import { importNotice } from './import-notice.ts'
import { currentNotice, type Notice, onNotice, showNotice } from './notice-store.ts'

const gatherMs = 2_000
/** A record that is restored or edited later becomes ready again, which is no news. */
const recentMs = 5 * 60_000

let waiting: Import[] = []
let shown: Notice | undefined
let isScheduled = false

/** False if there is nothing to tell: the page shows the import, or somebody else or a program imported it. */
export function tellImport(item: Import, userId: number | undefined): boolean {
  const { user_id: by, key_name: program } = item.imported_by
  if (by !== userId || program !== null || isShown(item) || !isRecent(item)) return false
  waiting.push(item)
  schedule()
  return true
}

const isRecent = ({ completed_at: at }: Import): boolean =>
  at === null || Math.abs(Date.now() - Date.parse(at)) < recentMs

function isShown(item: Import): boolean {
  const path = location.pathname
  return path === '/imports' || path === `/projects/${item.project.id}` || path === openPath(item)
}

function schedule(): void {
  if (!isScheduled) setTimeout(show, gatherMs)
  isScheduled = true
}

/** After any other notice, such as one that offers to undo a change. */
function show(): void {
  isScheduled = false
  const current = currentNotice()
  if (current !== undefined && current !== shown) return
  const told = waiting.filter((item) => !isShown(item))
  waiting = []
  if (told.length === 0) return
  shown = importNotice(told)
  showNotice(shown)
}

onNotice(() => {
  if (currentNotice() === undefined && waiting.length > 0) schedule()
})
