import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Dialog.module.css'

/**
 * A dialog. Traps the focus, closes with Esc and gives the focus back. Composed by hand, because the header
 * of Mantine's own would be a second banner of the page to screen readers.
 */
export function Dialog(props: {
  title: string
  onClose: () => void
  children: ReactNode
  size?: number
  /** For one that explains itself: the title is only read out. */
  isTitleHidden?: boolean
  /** Only what is inside ends it: no cross, no Esc. */
  isHeld?: boolean
}) {
  const { title, onClose, children, size = 460, isTitleHidden = false, isHeld = false } = props
  return (
    <Modal.Root opened onClose={isHeld ? () => {} : onClose} size={size} padding={0}>
      <Modal.Overlay backgroundOpacity={0.3} />
      <Modal.Content>
        <div className={isTitleHidden ? 'visually-hidden' : classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {!isTitleHidden && !isHeld && <Modal.CloseButton aria-label="Close" />}
        </div>
        <Modal.Body className={isTitleHidden ? classes.bare : classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
