/** Asks for the project of files that were dropped or pasted on a page of no project. */
import { Button, Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAllProjects } from '../manage/use-all-projects.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { countOf } from '../ui/format/count.ts'
import { acceptFiles } from './accept-files.ts'
import classes from './LinkDialog.module.css'
import type { AddedFiles } from './upload-steps.ts'

export function ChooseProject({ files, kind, onClose }: AddedFiles & { onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { projects, error, isPending } = useAllProjects()
  const [first, ...others] = files
  const what = others.length === 0 && first ? first.name : countOf(files.length, 'file')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null) return
    onClose()
    void acceptFiles({ files, kind, projectId: Number(chosen) })
  }
  return (
    <Dialog title={`Upload ${what}`} onClose={onClose}>
      <form onSubmit={onSubmit} className={classes.form}>
        <Select
          label="Project"
          description="The files are shared with those who can open that project."
          placeholder={isPending ? 'Loading projects' : 'Choose a project'}
          data-autofocus
          searchable
          openOnFocus={false}
          selectFirstOptionOnChange
          nothingFoundMessage="No project has this name."
          data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={setChosen}
        />
        <FormProblem error={error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen === null}>
            Upload
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
