import { getParticipant, maxMergedAtOnce, maxParticipantNotes } from '@inlet/contract/workspace'
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CallResult } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { countOf } from '../../ui/format/count.ts'
import { Loading } from '../../ui/Loading.tsx'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import classes from './Dialogs.module.css'
import { MergePeople } from './MergePeople.tsx'
import { mergePeople } from './manage-participants.ts'
import { correctionsOf, joinNotes, namesOf } from './merge-values.ts'

type Person = CallResult<typeof getParticipant>

/** Merges participants that are given, and others that are added here. */
export function MergeDialog(props: { ids: readonly number[]; onMerged?: () => void; onClose: () => void }) {
  const { onMerged, onClose } = props
  const [ids, setIds] = useState(props.ids)
  const found = useQueries({
    queries: ids.map((id) => queryOf(getParticipant, { params: { participant_id: String(id) } })),
  })
  const error = found.find((one) => one.error)?.error
  const people = found.flatMap(({ data }) => (data ? [data] : []))
  return (
    <Dialog title="Merge participants" onClose={onClose} size={520}>
      {error && <ErrorPanel title="These people cannot be merged." error={error} />}
      {!error && people.length < ids.length && people.length === 0 && (
        <Loading label="the participants" rows={3} />
      )}
      {people.length > 0 && (
        <div className={classes.form}>
          <MergePeople
            people={people}
            canAdd={ids.length < maxMergedAtOnce}
            onAdd={(id) => setIds((now) => (now.includes(id) ? now : [...now, id]))}
            onRemove={(id) => setIds((now) => now.filter((one) => one !== id))}
          />
          {people.length === ids.length && people.length > 1 ? (
            <Form
              key={ids.join(' ')}
              people={people}
              onDone={() => {
                onMerged?.()
                onClose()
              }}
              onClose={onClose}
            />
          ) : (
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
            </DialogActions>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Form({
  people,
  onDone,
  onClose,
}: {
  people: readonly Person[]
  onDone: () => void
  onClose: () => void
}) {
  const names = namesOf(people)
  const [keptId, setKeptId] = useState(people[0]?.id)
  const [name, setName] = useState(names[0] ?? null)
  const [notes, setNotes] = useState(() => joinNotes(people))
  const client = useQueryClient()
  const kept = people.find(({ id }) => id === keptId) ?? people[0]
  const merge = useMutation({
    mutationFn: async () => {
      if (!kept) return
      const others = people.flatMap(({ id }) => (id === kept.id ? [] : [id]))
      await mergePeople(client, kept, others, correctionsOf(kept, { name, notes }))
    },
    onSuccess: onDone,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!merge.isPending) merge.mutate()
  }
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      {names.length > 0 && (
        <div className={classes.field}>
          <label htmlFor="kept-name">Name to keep</label>
          <PlainSelect
            id="kept-name"
            value={name ?? ''}
            onChange={(event) => setName(event.currentTarget.value)}
          >
            {names.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </PlainSelect>
        </div>
      )}
      <div className={classes.field}>
        <label htmlFor="kept-email">E-mail to keep</label>
        <PlainSelect
          id="kept-email"
          value={String(kept?.id)}
          onChange={(event) => setKeptId(Number(event.currentTarget.value))}
        >
          {people.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </PlainSelect>
      </div>
      <Textarea
        label="Notes"
        rows={4}
        maxLength={maxParticipantNotes}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <p className={classes.note}>
        Responses and recordings of all of them are shown under one participant, and later imports with any of
        their addresses are added to it. Everyone who can see one of them sees the name and notes that you
        choose. You can unmerge them on the page of the participant.
      </p>
      <FormProblem error={merge.error} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={merge.isPending}>
          Merge {countOf(people.length, 'participant')}
        </Button>
      </DialogActions>
    </form>
  )
}
