import { Button } from '@mantine/core'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import classes from './Team.module.css'
import type { Invited } from './Team.tsx'

export function InvitationLink({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { member, link } = invited
  return (
    <Dialog title={`Invitation of ${member.name}`} size={560} onClose={onClose}>
      <div className={classes.link}>
        <p>
          Hand this link to {member.name} yourself; no mail is sent. It is shown once, works once, and for
          seven days.
        </p>
        <CopyLine label="invitation link" text={link} />
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
