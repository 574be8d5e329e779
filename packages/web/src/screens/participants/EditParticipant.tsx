import {
  type EditableParticipant,
  getParticipant,
  maxParticipantEmail,
  maxParticipantName,
  maxParticipantNotes,
} from '@inlet/contract/workspace'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isInletError } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { rebaseFields } from '../../ui/rebase-fields.ts'
import classes from './Dialogs.module.css'
import { saveParticipant } from './manage-participants.ts'
import { changesOf } from './merge-values.ts'

export function EditParticipant({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...queryOf(getParticipant, { params: { participant_id: String(id) } }),
    staleTime: 0,
  })
  return (
    <Dialog title="Edit participant" onClose={onClose}>
      {error && (
        <ErrorPanel title="This person cannot be edited." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Loading label="the person" rows={3} />}
      {data && <Form person={data} onClose={onClose} onConflict={() => void refetch()} />}
    </Dialog>
  )
}

function Form(props: { person: EditableParticipant; onClose: () => void; onConflict: () => void }) {
  const { person, onClose, onConflict } = props
  // Until a conflict, what the user saw when the dialog opened.
  const [shown, setShown] = useState(person)
  const [given, setGiven] = useState(() => fieldsOf(person))
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => saveParticipant(client, shown, changesOf(shown, given)),
    onSuccess: onClose,
    onError: (error) => isInletError(error, 'precondition_failed') && onConflict(),
  })
  const isConflict = isInletError(save.error, 'precondition_failed')
  useEffect(() => {
    if (!isConflict || person === shown) return
    setGiven((now) => rebaseFields(fieldsOf(shown), now, fieldsOf(person)))
    setShown(person)
  }, [isConflict, person, shown])
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (Object.keys(changesOf(shown, given)).length === 0) onClose()
    else save.mutate()
  }
  const { imported } = person
  return (
    <form ref={form} onSubmit={onSubmit} className={classes.form} noValidate>
      <TextInput
        label="Name"
        description={given.name.trim() === imported.name ? undefined : describeImported(imported.name)}
        maxLength={maxParticipantName}
        value={given.name}
        onChange={(event) => setGiven({ ...given, name: event.currentTarget.value })}
      />
      <TextInput
        label="E-mail"
        type="email"
        description={given.email.trim() === imported.email ? undefined : describeImported(imported.email)}
        maxLength={maxParticipantEmail}
        value={given.email}
        onChange={(event) => setGiven({ ...given, email: event.currentTarget.value })}
      />
      <Textarea
        label="Notes"
        rows={5}
        maxLength={maxParticipantNotes}
        value={given.notes}
        onChange={(event) => setGiven({ ...given, notes: event.currentTarget.value })}
      />
      <p className={classes.note}>
        Everyone who can see this participant sees these values. Responses keep the name and e-mail from the
        survey.
      </p>
      <FormProblem error={save.error} />
      {isConflict && <p className={classes.note}>Save again to overwrite those changes.</p>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </DialogActions>
    </form>
  )
}

const fieldsOf = ({ name, email, notes }: EditableParticipant) => ({
  name: name ?? '',
  email,
  notes: notes ?? '',
})

const describeImported = (text: string | null) =>
  text === null ? undefined : `In surveys: ${text}. Leave empty to use it.`
