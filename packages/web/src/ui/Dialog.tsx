import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * A dialog that traps focus, closes with Esc and returns the focus. Composed from parts, because Mantine's own
 * header would be a second banner landmark.
 */
export function Dialog(props: {
  title: string
  onClose: () => void
  children: ReactNode
  size?: number
  /** Hides the title visually; screen readers still announce it. */
  isTitleHidden?: boolean
  /** No close button and no Esc; only the content can close it. */
  isHeld?: boolean
}) {
  const { title, onClose, children, size = 460, isTitleHidden = false, isHeld = false } = props
  useFocusReturn()
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
