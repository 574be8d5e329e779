import {
  getSurvey,
  retypeSurveyColumn,
  type SurveyColumn,
  type WorkspaceSurvey,
} from '@inlet/contract/workspace'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { columnTypeLabels } from '../../uploads/column-labels.ts'
import classes from './MediaActions.module.css'
import { retypeEffect } from './retype-effect.ts'

type ColumnType = SurveyColumn['type']
const types = Object.keys(columnTypeLabels) as ColumnType[]

/** Asks for the new type of a column and explains the effect. */
export function RetypeColumn(props: { survey: WorkspaceSurvey; column: SurveyColumn; onClose: () => void }) {
  const { survey, column, onClose } = props
  const client = useQueryClient()
  const [type, setType] = useState<ColumnType>(column.type)
  const isSame = type === column.type
  const change = useMutation({
    mutationFn: () =>
      call(retypeSurveyColumn, {
        params: { upload_key: survey.upload_key, position: String(column.position) },
        body: { type },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [getSurvey.operationId] })
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSame && !change.isPending) change.mutate()
  }
  return (
    <Dialog title="Change column type" onClose={onClose}>
      <form onSubmit={onSubmit} className={classes.form}>
        <NativeSelect
          data-autofocus
          label={`Type of “${column.name}”`}
          value={type}
          onChange={(event) => setType(event.currentTarget.value as ColumnType)}
          data={types.map((value) => ({ value, label: columnTypeLabels[value] }))}
        />
        <p className={classes.text} aria-live="polite">
          {isSame ? 'Choose another type.' : retypeEffect(column.type, type)}
        </p>
        <FormProblem error={change.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSame} loading={change.isPending}>
            Change type
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
