import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar on phones. */
export function SidebarDrawer({ onClose }: { onClose: () => void }) {
  return (
    <SideDrawer title="Inlet" position="left" size={280} onClose={onClose}>
      <Sidebar onGo={onClose} />
    </SideDrawer>
  )
}
