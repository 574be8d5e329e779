/** What is in a survey file, before it is sent: how it was read, and what each column becomes. */

import type { ColumnType } from '@inlet/survey-csv'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { countOf } from '../ui/format/count.ts'
import { Loading } from '../ui/Loading.tsx'
import { ColumnTable } from './ColumnTable.tsx'
import { delimiterWord } from './column-words.ts'
import classes from './SurveyDialog.module.css'
import { surveyWork } from './send-survey.ts'
import type { SurveyPreview } from './survey-preview.ts'
import { previewFile } from './survey-worker-client.ts'
import { addUpload } from './upload-store.ts'

const rowsPerPart = 20_000

export function SurveyDialog(props: { projectId: number; file: File; onClose: () => void }) {
  const { projectId, file, onClose } = props
  const [name, setName] = useState(() => file.name.replace(/\.[^.]+$/, ''))
  const [chosen, setChosen] = useState<Record<string, ColumnType>>({})
  const [isForPanel, setForPanel] = useState(true)
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
    addUpload(
      { name: name.trim(), bytes: file.size, kind: 'survey', projectId },
      surveyWork({ projectId, file, name: name.trim(), columns, isForPanel }),
    )
    onClose()
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
          <TextInput
            label="Name of the survey"
            data-autofocus
            required
            withAsterisk={false}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ColumnTable
            columns={preview.data.columns}
            chosen={chosen}
            onChoose={(column, type) => setChosen((before) => ({ ...before, [column]: type }))}
          />
          <Checkbox
            label="Add the respondents to the research panel"
            description="By name and e-mail, where the survey has such columns."
            checked={isForPanel}
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

function describe({ rowCount, columns, encoding, delimiter, headerRows }: SurveyPreview): string {
  const parts = Math.max(1, Math.ceil(rowCount / rowsPerPart))
  return [
    `${countOf(rowCount, 'response')} in ${countOf(columns.length, 'column')}`,
    `read as ${encoding} with ${delimiterWord(delimiter)}`,
    countOf(headerRows, 'header row'),
    ...(parts > 1 ? [`sent in ${countOf(parts, 'part')}`] : []),
  ].join(' · ')
}
