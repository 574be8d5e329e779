import { type ApiKey, listKeys, rotateKey } from '@inlet/contract/workspace'
import { Button, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import classes from './Keys.module.css'

const overlaps = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'In one hour' },
  { value: '24', label: 'In one day' },
  { value: '72', label: 'In three days' },
]

export function ReplaceSecret(props: {
  item: ApiKey
  onDone: (issued: IssuedSecret) => void
  onClose: () => void
}) {
  const { item, onDone, onClose } = props
  const [hours, setHours] = useState('24')
  const client = useQueryClient()
  const rotate = useMutation({
    mutationFn: () =>
      call(rotateKey, { params: { client_id: item.client_id }, body: { overlap_hours: Number(hours) } }),
    onSuccess: async (issued) => {
      await client.invalidateQueries({ queryKey: [listKeys.operationId] })
      onClose()
      onDone(issued)
    },
  })
  return (
    <Dialog title={`Replace secret for ${item.name}`} onClose={onClose}>
      <div className={classes.form}>
        <Select
          label="Old secret expires"
          description="Allow enough time to update everything that uses the key."
          data={overlaps}
          value={hours}
          allowDeselect={false}
          onChange={(value) => setHours(value ?? '24')}
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
