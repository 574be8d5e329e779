import { type ApiKey, listKeys, revokeKey } from '@inlet/contract/workspace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './Keys.module.css'

export function RevokeKey({ item, onClose }: { item: ApiKey; onClose: () => void }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call(revokeKey, { params: { client_id: item.client_id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [listKeys.operationId] })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Revoke ${item.name}?`}
      action="Revoke key"
      typed={item.name}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p className={classes.text}>
        Requests with this key are rejected immediately, including those with a token already issued. This
        cannot be undone. Its imports are kept, and completed uploads are still processed.
      </p>
      <p className={classes.text}>
        {item.last_used_at ? (
          <>
            Last used <TimeAgo at={item.last_used_at} />.
          </>
        ) : (
          'Never used.'
        )}
      </p>
    </ConfirmDialog>
  )
}
