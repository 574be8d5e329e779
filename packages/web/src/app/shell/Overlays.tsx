/** What opens above a page. Each is loaded when it is first opened. */
import { lazy, Suspense } from 'react'

export type OverlayName = 'palette' | 'shortcuts' | 'rail'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))
const ShortcutsSheet = lazy(async () => ({ default: (await import('./ShortcutsSheet.tsx')).ShortcutsSheet }))
const RailDrawer = lazy(async () => ({ default: (await import('./RailDrawer.tsx')).RailDrawer }))

export function Overlays({ open, onClose }: { open: OverlayName | undefined; onClose: () => void }) {
  return (
    <Suspense>
      {open === 'palette' && <CommandPalette onClose={onClose} />}
      {open === 'shortcuts' && <ShortcutsSheet onClose={onClose} />}
      {open === 'rail' && <RailDrawer onClose={onClose} />}
    </Suspense>
  )
}
