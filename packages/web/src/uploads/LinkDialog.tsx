import { importFileFromUrl } from '@inlet/contract/workspace'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import classes from './LinkDialog.module.css'
import { checkLink, type LinkErrors, linkErrorsOf, nameIn } from './link-form.ts'
import { addUpload } from './upload-store.ts'

/** Imports a file that the service downloads. The tray shows what becomes of it. */
export function LinkDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [problems, setProblems] = useState<LinkErrors>({})
  const start = useMutation({
    mutationFn: async (fileName: string) => {
      const body = { project_id: projectId, file_name: fileName, source_url: url.trim() }
      return { fileName, ...(await call(importFileFromUrl, { body })) }
    },
    onSuccess: ({ fileName, wav_key: key }) => {
      addUpload({ name: fileName, bytes: 0, kind: 'file', projectId }, () => Promise.resolve(key))
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (start.isPending) return
    const checked = checkLink(url.trim(), name.trim())
    setProblems('errors' in checked ? checked.errors : {})
    if ('fileName' in checked) start.mutate(checked.fileName)
  }
  const refused = linkErrorsOf(start.error)
  const errors = { ...refused, ...problems }
  /** A refusal no longer applies once the form has changed. */
  const changed = (set: (value: string) => void) => (value: string) => {
    set(value)
    setProblems({})
    if (start.isError) start.reset()
  }
  return (
    <Dialog onClose={onClose} title="Import from a link" size={560}>
      <form onSubmit={onSubmit} className={classes.form} noValidate>
        <TextInput
          label="Link"
          description="A recording, document or image. The link must work without signing in, such as a signed or public download link."
          data-autofocus
          dir="ltr"
          type="url"
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          value={url}
          error={errors.url}
          onChange={(event) => changed(setUrl)(event.currentTarget.value)}
        />
        <TextInput
          label="Name"
          description="Optional, with its extension. By default the file name in the link."
          maxLength={500}
          autoComplete="off"
          placeholder={nameIn(url.trim()) ?? ''}
          value={name}
          error={errors.name}
          onChange={(event) => changed(setName)(event.currentTarget.value)}
        />
        {!refused.url && !refused.name && <FormProblem error={start.error} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={start.isPending}>
            Import
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
