import { redeliverSince, type TeamWebhook } from '@inlet/contract/workspace'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { countOf } from '../../ui/format/count.ts'
import { useRefresh } from './use-refresh.ts'
import classes from './Webhooks.module.css'
import { fromLocalField, toLocalField } from './webhook-labels.ts'

const dayMs = 86_400_000

export function RedeliverSince({ webhook, onClose }: { webhook: TeamWebhook; onClose: () => void }) {
  const [since, setSince] = useState(() => toLocalField(new Date(Date.now() - dayMs)))
  const refresh = useRefresh()
  const time = fromLocalField(since)
  const send = useMutation({
    mutationFn: (from: Date) =>
      call(redeliverSince, {
        params: { webhook_key: webhook.webhook_key },
        body: { since: from.toISOString() },
      }),
    onSuccess: refresh,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (time && !send.isPending) send.mutate(time)
  }
  if (send.data)
    return (
      <Dialog title="Redeliver events" onClose={onClose}>
        <div className={classes.form}>
          <p role="status">
            {send.data.count === 0
              ? 'There are no events since then.'
              : `${countOf(send.data.count, 'event')} will be sent.`}
          </p>
          <DialogActions>
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Redeliver events" onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit}>
        <TextInput
          type="datetime-local"
          label="Since"
          description="Sends all events since this time again, also those that occurred while the webhook was disabled."
          data-autofocus
          required
          withAsterisk={false}
          max={toLocalField(new Date())}
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <FormProblem error={send.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending} disabled={!time}>
            Redeliver events
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
