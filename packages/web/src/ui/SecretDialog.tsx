import { Button, Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { DialogActions } from './DialogActions.tsx'
import classes from './SecretDialog.module.css'

interface SecretDialogProps {
  title: string
  children: ReactNode
  onClose: () => void
}

/** Shows a secret once. The dialog stays open until the user confirms having saved it. */
export function SecretDialog({ title, children, onClose }: SecretDialogProps) {
  const [isStored, setStored] = useState(false)
  return (
    <Dialog title={title} size={620} isHeld onClose={onClose}>
      <div className={classes.secret}>
        {children}
        <Checkbox
          label="I have saved it"
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <DialogActions>
          <Button disabled={!isStored} onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
