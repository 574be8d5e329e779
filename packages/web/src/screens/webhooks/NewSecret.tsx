import { CopyLine } from '../../ui/CopyLine.tsx'
import { SecretDialog } from '../../ui/SecretDialog.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import classes from './Webhooks.module.css'

export function NewSecret({ issued, onClose }: { issued: IssuedSecret; onClose: () => void }) {
  return (
    <SecretDialog title="Webhook secret" onClose={onClose}>
      <p>
        Copy the secret now: it is shown only once. The receiver needs it to verify that requests come from
        Inlet. Anyone who has it can forge them.
      </p>
      <div>
        <p className={classes.label}>Secret</p>
        <CopyLine label="secret" text={issued.secret} />
      </div>
      <div>
        <p className={classes.label}>Receiver</p>
        <p className={classes.mono} dir="ltr">
          {issued.webhook.url}
        </p>
      </div>
    </SecretDialog>
  )
}
