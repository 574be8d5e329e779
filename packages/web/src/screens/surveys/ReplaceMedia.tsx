import { retrySurveyMedia, type SurveyMedia, type WorkspaceSurvey } from '@inlet/contract/workspace'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { mediaExtensions } from '../../uploads/survey-media-files.ts'
import classes from './MediaActions.module.css'
import { PickFile } from './PickFile.tsx'
import { sendReplacement } from './send-again.ts'

/** Asks for the new file and the name used in the survey. */
export function ReplaceMedia(props: { survey: WorkspaceSurvey; media: SurveyMedia; onClose: () => void }) {
  const { survey, media, onClose } = props
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [name, setName] = useState('')
  const replace = useMutation({
    mutationFn: ({ filename }: { file: File; filename: string }) =>
      call(retrySurveyMedia, {
        params: { upload_key: survey.upload_key, media_id: String(media.id) },
        body: { filename },
      }),
    onSuccess: (descriptor, chosen) => {
      sendReplacement(client, survey, media, { file: chosen.file, descriptor })
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (file && name !== '' && !replace.isPending) replace.mutate({ file, filename: name })
  }
  return (
    <Dialog title={`Replace ${media.filename}`} onClose={onClose}>
      <form onSubmit={onSubmit} className={classes.form}>
        <div className={classes.file}>
          <PickFile
            label={file ? 'Choose another file' : 'Choose file'}
            about={`replacement of ${media.filename}`}
            accept={mediaExtensions}
            onPick={(picked) => {
              setFile(picked)
              setName(picked.name)
            }}
          />
          <span dir="auto">{file?.name ?? 'No file chosen'}</span>
        </div>
        <TextInput
          label="Match by name"
          description="The name used in the survey: in a media column, or the e-mail or name of the respondent."
          dir="auto"
          required
          withAsterisk={false}
          maxLength={512}
          disabled={!file}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormProblem error={replace.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!file || name === ''} loading={replace.isPending}>
            Replace file
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
