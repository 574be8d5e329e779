import { disableWebhook, enableWebhook, type TeamWebhook, testWebhook } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { AttemptList } from './AttemptList.tsx'
import { DeleteWebhook } from './DeleteWebhook.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import { RotateSecret } from './RotateSecret.tsx'
import { useRefresh } from './use-refresh.ts'
import classes from './Webhooks.module.css'

export function WebhookActions(props: {
  webhook: TeamWebhook
  onIssued: (issued: IssuedSecret) => void
  onDeleted: () => void
}) {
  return props.webhook.is_own ? <OwnActions {...props} /> : <AdminActions webhook={props.webhook} />
}

function OwnActions(props: {
  webhook: TeamWebhook
  onIssued: (issued: IssuedSecret) => void
  onDeleted: () => void
}) {
  const { webhook, onIssued, onDeleted } = props
  const [dialog, setDialog] = useState<'rotate' | 'delete'>()
  const refresh = useRefresh()
  const params = { webhook_key: webhook.webhook_key }
  const isEnabled = webhook.status === 'enabled'
  const test = useMutation({ mutationFn: () => call(testWebhook, { params }) })
  const toggle = useMutation({
    mutationFn: () => call(isEnabled ? disableWebhook : enableWebhook, { params }),
    onSuccess: refresh,
  })
  const close = () => setDialog(undefined)
  return (
    <>
      <div className={classes.actions}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send test event
        </Button>
        <Button variant="default" onClick={() => setDialog('rotate')}>
          Rotate secret
        </Button>
        <Button variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
          {isEnabled ? 'Disable' : 'Enable'}
        </Button>
        <Button variant="default" onClick={() => setDialog('delete')}>
          Delete
        </Button>
      </div>
      {!isEnabled && (
        <p className={classes.text}>
          Events are not queued while the webhook is disabled. After enabling it, redeliver the events since
          then.
        </p>
      )}
      <FormProblem error={toggle.error ?? test.error} />
      <div role="status">
        {test.data && !test.isPending && (
          <div className={classes.result}>
            <StatusLabel tone={test.data.status === 'succeeded' ? 'ready' : 'failed'}>
              {test.data.status === 'succeeded' ? 'Test event received' : 'Test event failed'}
            </StatusLabel>
            <AttemptList attempts={test.data.attempts} />
          </div>
        )}
      </div>
      {dialog === 'rotate' && <RotateSecret webhook={webhook} onDone={onIssued} onClose={close} />}
      {dialog === 'delete' && <DeleteWebhook webhook={webhook} onDone={onDeleted} onClose={close} />}
    </>
  )
}

/** Only the owner can enable it again, so disabling asks first. */
function AdminActions({ webhook }: { webhook: TeamWebhook }) {
  const [isConfirming, setConfirming] = useState(false)
  const refresh = useRefresh()
  const disable = useMutation({
    mutationFn: () => call(disableWebhook, { params: { webhook_key: webhook.webhook_key } }),
    onSuccess: async () => {
      await refresh()
      setConfirming(false)
    },
  })
  return (
    <>
      <p className={classes.text}>
        This webhook belongs to a key of <bdi>{webhook.key.owner.name}</bdi>. As an admin, you can only
        disable it.
      </p>
      {webhook.status === 'enabled' && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setConfirming(true)}>
            Disable
          </Button>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title="Disable webhook?"
          action="Disable webhook"
          isPending={disable.isPending}
          error={disable.error}
          onConfirm={() => disable.mutate()}
          onClose={() => setConfirming(false)}
        >
          <p className={classes.text}>
            No more events are sent to this URL. Only <bdi>{webhook.key.owner.name}</bdi> can enable it again.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
