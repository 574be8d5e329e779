import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isInletError } from '../api/api-error.ts'
import { DialogActions } from '../ui/DialogActions.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { NameField } from '../ui/NameField.tsx'
import classes from './Manage.module.css'

/** `current` differs from `first`, the name when the form was opened, if somebody else has changed it. */
export function RenameForm(props: {
  first: string
  current: string
  description?: string | undefined
  maxLength: number
  isPending: boolean
  error: unknown
  onSave: (name: string) => void
  onClose: () => void
}) {
  const { first, current, description, maxLength, isPending, error, onSave, onClose } = props
  const [name, setName] = useState(first)
  const form = useRef<HTMLFormElement>(null)
  // The name is loaded after the dialog has opened and placed the focus.
  useEffect(() => {
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || isPending) return
    if (name.trim() === first && current === first) onClose()
    else onSave(name.trim())
  }
  return (
    <form ref={form} onSubmit={onSubmit} className={classes.form}>
      <NameField
        value={name}
        onChange={setName}
        maxLength={maxLength}
        {...(description ? { description } : {})}
      />
      <FormProblem error={error} />
      {isInletError(error, 'precondition_failed') && (
        <p className={classes.note}>
          Its name is now “<bdi>{current}</bdi>”. Save again to replace it.
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Rename
        </Button>
      </DialogActions>
    </form>
  )
}
