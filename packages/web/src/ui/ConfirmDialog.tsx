import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { DialogActions } from './DialogActions.tsx'
import { FormProblem } from './FormProblem.tsx'

/** Confirms a destructive action. With `typed`, the user has to type that text first. */
export function ConfirmDialog(props: {
  title: string
  children: ReactNode
  /** Button label: a verb with its object, such as "Revoke key". */
  action: string
  typed?: string
  isPending?: boolean
  error?: unknown
  onConfirm: () => void
  onClose: () => void
}) {
  const { title, children, action, typed, isPending = false, error, onConfirm, onClose } = props
  const [text, setText] = useState('')
  return (
    <Dialog onClose={onClose} title={title}>
      {children}
      {typed !== undefined && (
        <TextInput
          mt="lg"
          data-autofocus
          label={`Type ${typed} to confirm`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <FormProblem error={error} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red"
          loading={isPending}
          disabled={typed !== undefined && text.trim() !== typed}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
