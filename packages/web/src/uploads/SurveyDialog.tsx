/** Preview of a survey file before upload, with a type for each column. */

import type { ColumnType } from '@inlet/survey-csv'
import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { countOf } from '../ui/format/count.ts'
import { Loading } from '../ui/Loading.tsx'
import { NameField } from '../ui/NameField.tsx'
import { addSurveyUpload } from './add-survey-upload.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { delimiterLabel } from './column-labels.ts'
import { newId } from './describe-file.ts'
import { MediaFiles } from './MediaFiles.tsx'
import classes from './SurveyDialog.module.css'
import { findMediaColumn } from './survey-media-files.ts'
import type { SurveyPreview } from './survey-preview.ts'
import { previewFile } from './survey-worker-client.ts'

const rowsPerPart = 20_000

export function SurveyDialog(props: { projectId: number; file: File; onClose: () => void }) {
  const { projectId, file, onClose } = props
  const [name, setName] = useState(() => file.name.replace(/\.[^.]+$/, ''))
  const [chosen, setChosen] = useState<Record<string, ColumnType>>({})
  const [addsParticipants, setForPanel] = useState(true)
  const [media, setMedia] = useState<readonly File[]>([])
  const preview = useQuery({
    queryKey: ['survey-preview', file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => previewFile(file, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!preview.data || name.trim() === '') return
    const columns = Object.fromEntries(
      preview.data.columns.map((column) => [column.name, chosen[column.name] ?? column.type]),
    )
    const survey = {
      projectId,
      name: name.trim(),
      columns,
      headerRows: preview.data.headerRows,
      addsParticipants,
      idempotencyKey: `web-${newId()}`,
    }
    addSurveyUpload({ file, media }, { projectId, survey })
    onClose()
  }
  const addMediaFiles = (files: File[]) => {
    setMedia(files)
    const column = findMediaColumn(preview.data?.columns ?? [], files)
    if (column !== undefined) setChosen((before) => ({ [column]: 'MEDIA_RESPONSE', ...before }))
  }
  return (
    <Dialog onClose={onClose} title={`Import survey ${file.name}`} size={880}>
      {preview.isPending && <Loading label="the columns" rows={5} />}
      {preview.isError && (
        <ErrorPanel title="This file cannot be imported as a survey." error={preview.error} />
      )}
      {preview.data && (
        <form onSubmit={onSubmit} className={classes.form}>
          <p className={classes.facts}>{describe(preview.data)}</p>
          <NameField label="Survey name" value={name} onChange={setName} />
          <ColumnTable
            columns={preview.data.columns}
            chosen={chosen}
            onChoose={(column, type) => setChosen((before) => ({ ...before, [column]: type }))}
          />
          <MediaFiles media={media} onChange={addMediaFiles} />
          <Checkbox
            label="Add respondents to participants"
            description="Uses the name and e-mail columns, if the survey has them."
            checked={addsParticipants}
            onChange={(event) => setForPanel(event.currentTarget.checked)}
          />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Import {countOf(preview.data.rowCount, 'response')}</Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

function describe(preview: SurveyPreview): string {
  const { rowCount, columns, encoding, delimiter, headerRows, headerTool, skippedRowCount } = preview
  const parts = Math.max(1, Math.ceil(rowCount / rowsPerPart))
  return [
    `${countOf(rowCount, 'response')} in ${countOf(columns.length, 'column')}`,
    `${encoding}, separated by ${delimiterLabel(delimiter)}`,
    `${countOf(headerRows, 'header row')}${headerTool === undefined ? '' : ` (${headerTool})`}`,
    ...(skippedRowCount > 0 ? [`${countOf(skippedRowCount, 'empty row')} skipped`] : []),
    ...(parts > 1 ? [`uploaded in ${countOf(parts, 'part')}`] : []),
  ].join(' · ')
}
