import { Drawer } from '@mantine/core'
import { Rail } from './Rail.tsx'

/** The rail on phones. */
export function RailDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Inlet"
      size={280}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
    >
      <Rail onGo={onClose} />
    </Drawer>
  )
}
