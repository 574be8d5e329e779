import { rotateWebhookSecret, type TeamWebhook } from '@inlet/contract/workspace'
import { Button, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import { useRefresh } from './use-refresh.ts'
import classes from './Webhooks.module.css'

const hour = 3_600
const overlaps = [
  { value: '0', label: 'Immediately' },
  { value: String(hour), label: 'In one hour' },
  { value: String(24 * hour), label: 'In one day' },
  { value: String(72 * hour), label: 'In three days' },
]
const defaultOverlap = String(24 * hour)

export function RotateSecret(props: {
  webhook: TeamWebhook
  onDone: (issued: IssuedSecret) => void
  onClose: () => void
}) {
  const { webhook, onDone, onClose } = props
  const [overlap, setOverlap] = useState(defaultOverlap)
  const refresh = useRefresh()
  const rotate = useMutation({
    mutationFn: () =>
      call(rotateWebhookSecret, {
        params: { webhook_key: webhook.webhook_key },
        body: { overlap_seconds: Number(overlap) },
      }),
    onSuccess: async (issued) => {
      await refresh()
      onClose()
      onDone(issued)
    },
  })
  return (
    <Dialog title="Rotate secret" onClose={onClose}>
      <div className={classes.form}>
        <Select
          label="Old secret expires"
          description="Until then, requests are signed with both secrets. Allow enough time to update the receiver."
          data={overlaps}
          value={overlap}
          allowDeselect={false}
          onChange={(value) => setOverlap(value ?? defaultOverlap)}
        />
        <FormProblem error={rotate.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            Create secret
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
