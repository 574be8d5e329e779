import { Button } from '@mantine/core'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import type { InvitedMember } from './invited-member.ts'
import classes from './Team.module.css'

export function InvitationLink({ invited, onClose }: { invited: InvitedMember; onClose: () => void }) {
  const { member, link, is_sent } = invited
  return (
    <Dialog title={`Invitation for ${member.name}`} size={560} onClose={onClose}>
      <div className={classes.link}>
        <p>
          {is_sent
            ? `Inlet sends this link to ${member.email}. You can also pass it on yourself.`
            : `Send this link to ${member.name}; Inlet does not send e-mail.`}{' '}
          The link is shown once, can be used once and expires in seven days.
        </p>
        <CopyLine label="invitation link" text={link} />
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
