import { type ApiKey, listKeys, rotateKey } from '@inlet/contract/workspace'
import { Button, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import classes from './Keys.module.css'
import type { Told } from './Keys.tsx'

const overlaps = [
  { value: '0', label: 'Not at all: the old one ends now' },
  { value: '1', label: 'For one hour' },
  { value: '24', label: 'For a day' },
  { value: '72', label: 'For three days' },
]

export function ReplaceSecret(props: { item: ApiKey; onDone: (told: Told) => void; onClose: () => void }) {
  const { item, onDone, onClose } = props
  const [hours, setHours] = useState('24')
  const client = useQueryClient()
  const rotate = useMutation({
    mutationFn: () =>
      call(rotateKey, { params: { client_id: item.client_id }, body: { overlap_hours: Number(hours) } }),
    onSuccess: async (told) => {
      await client.invalidateQueries({ queryKey: [listKeys.operationId] })
      onClose()
      onDone(told)
    },
  })
  return (
    <Dialog title={`Replace the secret of ${item.name}`} onClose={onClose}>
      <div className={classes.form}>
        <Select
          label="How long the old secret works on"
          description="Long enough to bring the new one to every place that uses the key."
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
            Make a new secret
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
