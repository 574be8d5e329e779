/** Overlays above the page. Each is loaded when it is first opened. */
import { lazy, Suspense } from 'react'

export type OverlayName = 'palette' | 'shortcuts' | 'sidebar'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))
const ShortcutsSheet = lazy(async () => ({ default: (await import('./ShortcutsSheet.tsx')).ShortcutsSheet }))
const SidebarDrawer = lazy(async () => ({ default: (await import('./SidebarDrawer.tsx')).SidebarDrawer }))

export function Overlays({ open, onClose }: { open: OverlayName | undefined; onClose: () => void }) {
  return (
    <Suspense>
      {open === 'palette' && <CommandPalette onClose={onClose} />}
      {open === 'shortcuts' && <ShortcutsSheet onClose={onClose} />}
      {open === 'sidebar' && <SidebarDrawer onClose={onClose} />}
    </Suspense>
  )
}
