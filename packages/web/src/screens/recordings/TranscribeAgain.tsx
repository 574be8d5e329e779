import { getProject, getRecording, type Recording, transcribeAgain } from '@inlet/contract/workspace'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import classes from '../../manage/Manage.module.css'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { languageName } from './language-name.ts'

/** Asks for the language, and says what is lost. */
export function TranscribeAgain({ recording, onClose }: { recording: Recording; onClose: () => void }) {
  const { owner, key, project, transcript } = recording
  const client = useQueryClient()
  const { data } = useQuery(queryOf(getProject, { params: { project_id: String(project.id) } }))
  const [typed, setTyped] = useState<string>()
  const spoken = [...new Set([data?.transcript_language, ...(data?.supported_languages ?? [])])].filter(
    (locale) => locale !== undefined,
  )
  const language = typed ?? spoken.find((locale) => locale !== transcript?.language) ?? spoken[0] ?? ''
  const start = useMutation({
    mutationFn: () => call(transcribeAgain, { params: { owner, key }, body: { language: language.trim() } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: [getRecording.operationId] })
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (language.trim() !== '' && !start.isPending) start.mutate()
  }
  return (
    <Dialog title="Transcribe again" onClose={onClose}>
      <form onSubmit={onSubmit} className={classes.form}>
        <TextInput
          label="Language of the recording"
          description={`A locale, such as en-US.${transcript ? ` The transcript is in ${languageName(transcript.language)}.` : ''}`}
          value={language}
          onChange={(event) => setTyped(event.currentTarget.value)}
          list="languages-of-project"
          data-autofocus
        />
        <datalist id="languages-of-project">
          {spoken.map((locale) => (
            <option key={locale} value={locale}>
              {languageName(locale)}
            </option>
          ))}
        </datalist>
        <p className={classes.note}>
          The new transcript replaces this one when it is complete. Corrections, their history and the names
          of speakers are lost, and cannot be brought back.
        </p>
        <FormProblem error={start.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={start.isPending}>
            Transcribe again
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
