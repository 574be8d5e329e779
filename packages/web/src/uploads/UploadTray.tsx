/** The uploads of this tab, shown above every page. */
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../api/session.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PanelBoundary } from '../ui/PanelBoundary.tsx'
import { listSavedUploads, removeOldUploads } from './saved-uploads.ts'
import classes from './UploadTray.module.css'
import { isActive, listUploads, onUploads } from './upload-store.ts'

const UploadList = lazyComponent(() => import('./UploadList.tsx'), 'UploadList')

export function UploadTray() {
  const uploads = useSyncExternalStore(onUploads, listUploads)
  const { user, can_write: canWrite } = useSession()
  const hasActive = uploads.some(isActive)

  useEffect(() => {
    if (!canWrite) return
    removeOldUploads(user.id)
    void showInterrupted(user.id)
  }, [canWrite, user.id])

  useEffect(() => {
    if (!hasActive) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [hasActive])

  if (uploads.length === 0) return null
  return (
    <PanelBoundary
      title="The uploads cannot be shown, but they continue."
      page={(problem) => <div className={classes.problem}>{problem}</div>}
    >
      <Suspense>
        <UploadList uploads={uploads} />
      </Suspense>
    </PanelBoundary>
  )
}

/** Most page loads find none, and then need none of the code. */
async function showInterrupted(userId: number): Promise<void> {
  if ((await listSavedUploads()).length === 0) return
  try {
    const { showInterruptedUploads } = await import('./interrupted-uploads.ts')
    await showInterruptedUploads(userId)
  } catch {
    addEventListener('online', () => void showInterrupted(userId), { once: true })
  }
}
