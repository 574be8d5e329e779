import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { Rail } from './Rail.tsx'

/** The rail on phones. */
export function RailDrawer({ onClose }: { onClose: () => void }) {
  return (
    <SideDrawer title="Inlet" position="left" size={280} onClose={onClose}>
      <Rail onGo={onClose} />
    </SideDrawer>
  )
}
