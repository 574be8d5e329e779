import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import classes from './Keys.module.css'
import type { Told } from './Keys.tsx'
import { curlLines } from './key-words.ts'

/** The only time a secret is seen. It stays until somebody says that it is stored. */
export function NewSecret({ told, onClose }: { told: Told; onClose: () => void }) {
  const [isStored, setStored] = useState(false)
  const { key, client_secret: secret } = told
  return (
    <Dialog title={`Secret of ${key.name}`} size={620} isHeld onClose={onClose}>
      <div className={classes.secret}>
        <p>This is shown once. Afterwards only its last four characters are known here.</p>
        <div>
          <p className={classes.label}>Client id</p>
          <CopyLine label="client id" text={key.client_id} />
        </div>
        <div>
          <p className={classes.label}>Client secret</p>
          <CopyLine label="client secret" text={secret} />
        </div>
        <div>
          <p className={classes.label}>Try it in a terminal</p>
          <CopyLine label="terminal lines" text={curlLines(location.origin, key.client_id, secret)} />
        </div>
        <Checkbox
          label="I have stored it"
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
