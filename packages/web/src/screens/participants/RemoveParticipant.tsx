import { type getParticipant, listParticipants, removeParticipant } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallResult, call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { countOf } from '../../ui/format/count.ts'
import { SectionHeading } from '../../ui/SectionHeading.tsx'
import classes from './Participant.module.css'

type Person = CallResult<typeof getParticipant>

/** Explains what is removed and what is kept before asking for confirmation. */
export function RemoveParticipant({ person }: { person: Person }) {
  const [isConfirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(removeParticipant, { params: { participant_id: String(person.id) } }),
    onSuccess: async () => {
      await navigate({ to: '/participants' })
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
      <SectionHeading>Remove participant</SectionHeading>
      <p className={classes.text}>
        {what} in {countOf(surveys, 'survey')} will be kept without name or e-mail. The same applies to every
        other survey of the team that this person answered.
      </p>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Remove participant
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`Remove ${person.name ?? person.email}?`}
          action="Remove participant"
          typed={person.email}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setConfirming(false)}
        >
          <p className={classes.text}>
            Their name and e-mail are removed from {what}. This cannot be undone. A later import with the same
            e-mail creates a new participant.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
