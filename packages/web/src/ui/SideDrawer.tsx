import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

/** A details drawer. Esc closes it and returns the focus. Composed like Dialog. */
export function SideDrawer(props: {
  title: string
  onClose: () => void
  children: ReactNode
  size?: number
  position?: 'left' | 'right'
}) {
  const { title, onClose, children, size = 420, position = 'right' } = props
  useFocusReturn()
  return (
    <Drawer.Root opened onClose={onClose} position={position} size={`min(${size}px, 100vw)`} padding={0}>
      <Drawer.Overlay backgroundOpacity={0.2} />
      <Drawer.Content>
        <div className={classes.head}>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
