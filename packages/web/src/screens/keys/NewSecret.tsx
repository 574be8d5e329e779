import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import classes from './Keys.module.css'
import { curlLines } from './key-labels.ts'

/** Shows a secret once. The dialog stays open until the user confirms having saved it. */
export function NewSecret({ issued, onClose }: { issued: IssuedSecret; onClose: () => void }) {
  const [isStored, setStored] = useState(false)
  const { key, client_secret: secret } = issued
  return (
    <Dialog title={`Secret for ${key.name}`} size={620} isHeld onClose={onClose}>
      <div className={classes.secret}>
        <p>Copy the secret now: it is shown only once. Later, only its last four characters are visible.</p>
        <div>
          <p className={classes.label}>Client ID</p>
          <CopyLine label="client ID" text={key.client_id} />
        </div>
        <div>
          <p className={classes.label}>Client secret</p>
          <CopyLine label="client secret" text={secret} />
        </div>
        <div>
          <p className={classes.label}>Try it in a terminal</p>
          <CopyLine label="curl commands" text={curlLines(location.origin, key.client_id, secret)} />
        </div>
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
