import { CopyLine } from '../../ui/CopyLine.tsx'
import { SecretDialog } from '../../ui/SecretDialog.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import classes from './Keys.module.css'
import { curlLines } from './key-labels.ts'

export function NewSecret({ issued, onClose }: { issued: IssuedSecret; onClose: () => void }) {
  const { key, client_secret: secret } = issued
  return (
    <SecretDialog title={`Secret for ${key.name}`} onClose={onClose}>
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
    </SecretDialog>
  )
}
