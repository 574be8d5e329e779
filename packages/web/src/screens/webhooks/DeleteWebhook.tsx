import { deleteWebhook, type TeamWebhook } from '@inlet/contract/workspace'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useRefresh } from './use-refresh.ts'
import classes from './Webhooks.module.css'

export function DeleteWebhook(props: { webhook: TeamWebhook; onDone: () => void; onClose: () => void }) {
  const { webhook, onDone, onClose } = props
  const refresh = useRefresh()
  const remove = useMutation({
    mutationFn: () => call(deleteWebhook, { params: { webhook_key: webhook.webhook_key } }),
    onSuccess: async () => {
      // Closed first, because the deliveries of a deleted webhook cannot be reloaded.
      onDone()
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      title="Delete webhook?"
      action="Delete webhook"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className={classes.mono} dir="ltr">
        {webhook.url}
      </p>
      <p className={classes.text}>
        Pending deliveries are not sent, and the list of deliveries is deleted. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
