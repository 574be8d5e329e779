import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

/** Details beside the list they belong to. Esc closes it and gives the focus back. */
export function SideDrawer({
  title,
  onClose,
  children,
  size = 420,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  size?: number
}) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={`min(${size}px, 100vw)`}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0.2 }}
    >
      {children}
    </Drawer>
  )
}
