import { type getParticipant, listParticipants, removeParticipant } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallAnswer, call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { countOf } from '../../ui/format/count.ts'
import classes from './Participant.module.css'

type Person = CallAnswer<typeof getParticipant>

/** Says what goes and what stays before it is done. */
export function RemoveParticipant({ person }: { person: Person }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(removeParticipant, { params: { participant_id: String(person.id) } }),
    onSuccess: async () => {
      await navigate({ to: '/panel' })
      await client.invalidateQueries({ queryKey: [listParticipants.operationId] })
    },
  })
  const { response_count: responses, recording_count: recordings, survey_count: surveys } = person.removal
  const what = [
    countOf(responses, 'response'),
    ...(recordings > 0 ? [countOf(recordings, 'recording')] : []),
  ].join(' and ')
  return (
    <section className={classes.removal}>
      <h2 className={classes.heading}>Remove from the panel</h2>
      <p className={classes.text}>
        {what} in {countOf(surveys, 'survey')} will stand there without name and address, in all projects,
        also those that are not open to you. The answers themselves stay.
      </p>
      <Button variant="default" onClick={() => setAsking(true)}>
        Remove person
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${person.name ?? person.email}?`}
          action="Remove person"
          typed={person.email}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p className={classes.text}>
            Their name and address go from {what}. This cannot be undone; a later import with the same address
            makes a new person.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
