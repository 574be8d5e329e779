import type { getParticipant, MergedParticipant } from '@inlet/contract/workspace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallResult } from '../../api/call.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { SectionHeading } from '../../ui/SectionHeading.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './Dialogs.module.css'
import { unmergePerson } from './manage-participants.ts'

/** Participants that were merged into this one, and can be separated again. */
export function MergedParticipants(props: { person: CallResult<typeof getParticipant>; canWrite: boolean }) {
  const { person, canWrite } = props
  const client = useQueryClient()
  const unmerge = useMutation({
    mutationFn: (merged: MergedParticipant) => unmergePerson(client, person, merged),
  })
  return (
    <section>
      <SectionHeading>Merged participants</SectionHeading>
      <ul className={classes.people} aria-label="Merged participants">
        {person.merged.map((merged) => (
          <li key={merged.id}>
            <span>{merged.name === null ? merged.email : `${merged.name} (${merged.email})`}</span>
            {canWrite && (
              <TextButton
                disabled={unmerge.isPending}
                aria-label={`Unmerge ${merged.name ?? merged.email}`}
                onClick={() => unmerge.mutate(merged)}
              >
                Unmerge
              </TextButton>
            )}
          </li>
        ))}
      </ul>
      <FormProblem error={unmerge.error} />
    </section>
  )
}
