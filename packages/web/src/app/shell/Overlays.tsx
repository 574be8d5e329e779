/** Overlays above the page. Each is loaded when it is first opened. */
import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { currentNotice, onNotice } from '../../notices/notice-store.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import classes from './Overlays.module.css'

export type OverlayName = 'palette' | 'shortcuts' | 'sidebar'

const CommandPalette = lazyComponent(() => import('./CommandPalette.tsx'), 'CommandPalette')
const ShortcutsSheet = lazyComponent(() => import('./ShortcutsSheet.tsx'), 'ShortcutsSheet')
const NoticeBar = lazyComponent(() => import('../../notices/NoticeBar.tsx'), 'NoticeBar')
const SidebarDrawer = lazyComponent(() => import('./SidebarDrawer.tsx'), 'SidebarDrawer')

export function Overlays({ open, onClose }: { open: OverlayName | undefined; onClose: () => void }) {
  const notice = useSyncExternalStore(onNotice, currentNotice)
  return (
    <>
      <PanelBoundary key={open ?? 'none'} title="This could not be opened." page={inCorner(onClose)}>
        <Suspense>
          {open === 'palette' && <CommandPalette onClose={onClose} />}
          {open === 'shortcuts' && <ShortcutsSheet onClose={onClose} />}
          {open === 'sidebar' && <SidebarDrawer onClose={onClose} />}
        </Suspense>
      </PanelBoundary>
      <PanelBoundary title="The notice could not be shown." page={() => null}>
        <Suspense>{notice && <NoticeBar notice={notice} />}</Suspense>
      </PanelBoundary>
    </>
  )
}

const inCorner = (onClose: () => void) => (problem: ReactNode) => (
  <div className={classes.problem}>
    {problem}
    <IconButton icon="close" label="Close" onClick={onClose} />
  </div>
)
