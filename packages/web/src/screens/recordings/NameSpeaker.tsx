import { getRecording, nameSpeaker, type Recording, type TranscriptSegment } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { countOf } from '../../ui/format/count.ts'
import { NameField } from '../../ui/NameField.tsx'
import classes from './NameSpeaker.module.css'
import { renameInTranscript } from './rename-in-transcript.ts'
import type { ShownSpeaker } from './speakers.ts'

/** Opened from a transcript line, or from the speaker list without a line. */
export function NameSpeaker(props: {
  recording: Recording
  speaker: ShownSpeaker
  line: TranscriptSegment | undefined
  onClose: () => void
}) {
  const { recording, speaker, line, onClose } = props
  const { owner, key } = recording
  const known = line?.speaker_name ?? (speaker.isNamed ? speaker.name : '')
  const [name, setName] = useState(known)
  const [isForAll, setForAll] = useState(speaker.id !== '' || line === undefined)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (given: string | null) =>
      call(nameSpeaker, {
        params: { owner, key },
        body: {
          speaker: speaker.id,
          name: given,
          ...(isForAll || !line ? {} : { segment: line.number }),
        },
      }),
    onSuccess: ({ speakers }, given) => {
      client.setQueryData(queryOf(getRecording, { params: { owner, key } }).queryKey, (before) =>
        before ? { ...before, speakers } : before,
      )
      renameInTranscript(
        client,
        { owner, key },
        { speaker: speaker.id, name: given, line, isForAll, speakers },
      )
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !save.isPending) save.mutate(name.trim())
  }
  return (
    <Dialog title={known === '' ? 'Name speaker' : `Rename ${known}`} onClose={onClose} size={420}>
      <form onSubmit={onSubmit} className={classes.form}>
        <NameField
          description="The original label is kept; you can undo this. Exports use the new name."
          value={name}
          onChange={setName}
        />
        {line && (
          <fieldset className={classes.choice}>
            <legend>Apply to</legend>
            <label>
              <input type="radio" name="where" checked={isForAll} onChange={() => setForAll(true)} />
              {speaker.id === ''
                ? `All ${countOf(speaker.lineCount, 'line')}`
                : `All ${countOf(speaker.lineCount, 'line')} of ${speaker.name}`}
            </label>
            <label>
              <input type="radio" name="where" checked={!isForAll} onChange={() => setForAll(false)} />
              This line only
            </label>
          </fieldset>
        )}
        <FormProblem error={save.error} />
        <DialogActions>
          {known !== '' && (
            <Button variant="default" onClick={() => save.mutate(null)}>
              Remove name
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
