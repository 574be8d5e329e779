/** The frame around every page: sidebar, top bar, overlays and uploads. */
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { followChanges } from '../../changes/follow-changes.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import { handleKey } from '../../ui/shortcuts/shortcut-store.ts'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { setUploadOwner } from '../../uploads/upload-owner.ts'
import { Announcer } from './Announcer.tsx'
import { ConnectionNote } from './ConnectionNote.tsx'
import { GoToShortcuts } from './GoToShortcuts.tsx'
import { type OverlayName, Overlays } from './Overlays.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'

const Uploads = lazyComponent(() => import('../../uploads/Uploads.tsx'), 'Uploads')

export function Shell() {
  const client = useQueryClient()
  const { user } = useSession()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [isSidebarHidden, setSidebarHidden] = useState(false)
  const [overlay, setOverlay] = useState<OverlayName>()

  useEffect(() => followChanges(client), [client])
  useEffect(() => setUploadOwner(user.id), [user.id])
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  useShortcut({ keys: 'mod+k', label: 'Search or jump to', group: 'General' }, () => setOverlay('palette'))
  useShortcut({ keys: '?', label: 'Keyboard shortcuts', group: 'General' }, () => setOverlay('shortcuts'))
  useShortcut({ keys: '[', label: 'Toggle sidebar', group: 'General' }, () => setSidebarHidden((is) => !is))

  return (
    <div className={classes.shell} data-sidebar={isSidebarHidden ? 'hidden' : 'shown'}>
      <a href="#page" className={classes.skip}>
        Skip to content
      </a>
      <TopBar onOpen={setOverlay} />
      <aside className={classes.sidebar}>
        <Sidebar />
      </aside>
      <main id="page" tabIndex={-1} className={classes.page}>
        <ConnectionNote />
        <PanelBoundary
          title="This page could not be shown."
          key={path}
          page={(problem) => (
            <>
              <PageHeader title="Not available" />
              {problem}
            </>
          )}
        >
          <Suspense>
            <Outlet />
          </Suspense>
        </PanelBoundary>
      </main>
      <GoToShortcuts />
      <Overlays open={overlay} onClose={() => setOverlay(undefined)} />
      <PanelBoundary title="Uploads cannot be shown." page={() => null}>
        <Suspense>
          <Uploads />
        </Suspense>
      </PanelBoundary>
      <Announcer />
    </div>
  )
}
