/** The frame around every page: rail, top bar, and what belongs to the whole tab. */
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { followChanges } from '../../live/follow-changes.ts'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import { handleKey } from '../../ui/shortcuts/shortcut-store.ts'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { UploadTray } from '../../uploads/UploadTray.tsx'
import { Announcer } from './Announcer.tsx'
import { ConnectionNote } from './ConnectionNote.tsx'
import { GoToShortcuts } from './GoToShortcuts.tsx'
import { type OverlayName, Overlays } from './Overlays.tsx'
import { Rail } from './Rail.tsx'
import classes from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

export function Shell() {
  const client = useQueryClient()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [isRailHidden, hideRail] = useState(false)
  const [overlay, setOverlay] = useState<OverlayName>()

  useEffect(() => followChanges(client), [client])
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  useShortcut({ keys: 'mod+k', label: 'Search or jump', group: 'Everywhere' }, () => setOverlay('palette'))
  useShortcut({ keys: '?', label: 'Show the keys', group: 'Everywhere' }, () => setOverlay('shortcuts'))
  useShortcut({ keys: '[', label: 'Hide or show the rail', group: 'Everywhere' }, () => hideRail((is) => !is))

  return (
    <div className={classes.shell} data-rail={isRailHidden ? 'hidden' : 'shown'}>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <TopBar onOpen={setOverlay} />
      <aside className={classes.rail}>
        <Rail />
      </aside>
      <main id="page" tabIndex={-1} className={classes.page}>
        <ConnectionNote />
        <PanelBoundary title="This page could not be shown." key={path}>
          <Outlet />
        </PanelBoundary>
      </main>
      <GoToShortcuts />
      <Overlays open={overlay} onClose={() => setOverlay(undefined)} />
      <UploadTray />
      <Announcer />
    </div>
  )
}
