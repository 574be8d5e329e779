/** Adds the responses of another file to a survey, with the column types of its first import. */
import type { WorkspaceSurvey } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { countOf } from '../ui/format/count.ts'
import { Loading } from '../ui/Loading.tsx'
import { addSurveyUpload } from './add-survey-upload.ts'
import { type ColumnComparison, compareColumns } from './append-columns.ts'
import { FilePicker } from './FilePicker.tsx'
import { MediaFiles } from './MediaFiles.tsx'
import classes from './SurveyDialog.module.css'
import { previewFile } from './survey-worker-client.ts'

export function AppendDialog({ survey, onClose }: { survey: WorkspaceSurvey; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [media, setMedia] = useState<readonly File[]>([])
  const preview = useQuery({
    queryKey: ['survey-preview', file?.name, file?.size, file?.lastModified],
    queryFn: ({ signal }) => (file ? previewFile(file, signal) : Promise.reject(new Error('No file.'))),
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const compared = preview.data && compareColumns(survey.columns, preview.data.columns)
  const isReady = preview.data !== undefined && preview.data.rowCount > 0 && compared?.missing.length === 0
  const hasMedia = survey.media.total > 0 || survey.columns.some(({ type }) => type === 'MEDIA_RESPONSE')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!file || !isReady) return
    const firstPart = Math.max(0, ...survey.parts.map(({ number }) => number)) + 1
    const append = { uploadKey: survey.upload_key, surveyName: survey.name, firstPart }
    addSurveyUpload({ file, media }, { projectId: survey.project.id, append })
    onClose()
  }
  return (
    <Dialog onClose={onClose} title="Add responses" size={560}>
      <form onSubmit={onSubmit} className={classes.form}>
        <p className={classes.facts}>
          Choose a CSV file with the same columns. Its responses are added to “<bdi>{survey.name}</bdi>”;
          existing responses are kept.
        </p>
        <div className={classes.mediaRow}>
          <FilePicker accept=".csv,.tsv,text/csv" isSingle onPick={([picked]) => setFile(picked)}>
            {file ? 'Choose another file' : 'Choose file'}
          </FilePicker>
          {file && <bdi className={classes.fileName}>{file.name}</bdi>}
        </div>
        {file && preview.isPending && <Loading label="the responses" rows={2} />}
        {preview.isError && <ErrorPanel title="This file cannot be read." error={preview.error} />}
        {preview.data && compared && <Comparison rowCount={preview.data.rowCount} {...compared} />}
        {hasMedia && <MediaFiles media={media} onChange={setMedia} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady}>
            {isReady ? `Add ${countOf(preview.data.rowCount, 'response')}` : 'Add responses'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Comparison({ rowCount, missing, ignored }: { rowCount: number } & ColumnComparison) {
  if (missing.length > 0)
    return (
      <p role="alert" className={classes.refused}>
        {countOf(missing.length, 'column')} of the survey {missing.length === 1 ? 'is' : 'are'} missing in
        this file: {missing.join(', ')}. Add {missing.length === 1 ? 'it' : 'them'} to the file, then choose
        it again.
      </p>
    )
  return (
    <p role="status" className={classes.facts}>
      {countOf(rowCount, 'response')}.
      {ignored.length > 0 && ` Not imported, because the survey does not have them: ${ignored.join(', ')}.`}
    </p>
  )
}
