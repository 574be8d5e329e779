import { getSurveyUpload } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/queries.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ScrollFrame } from '../../ui/ScrollFrame.tsx'
import { Table } from '../../ui/Table.tsx'
import { columnTypeLabels } from '../../uploads/column-labels.ts'
import classes from './ImportReport.module.css'
import { describeReading, whyType } from './import-report.ts'

/** Import report of a survey: header rows, skipped rows and why each column has its type. */
export function ImportReport({ uploadKey }: { uploadKey: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.report} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Import details</summary>
      {isOpen && <Report uploadKey={uploadKey} />}
    </details>
  )
}

function Report({ uploadKey }: { uploadKey: string }) {
  const input = { params: { upload_key: uploadKey }, query: { include: 'details,columns,skipped_rows' } }
  const { data, error } = useQuery(queryOf(getSurveyUpload, input))
  if (error) return <ErrorPanel title="The import details cannot be shown." error={error} />
  if (!data) return <Loading label="the import details" rows={3} />
  const columns = data.columns ?? []
  return (
    <>
      <ul className={classes.facts}>
        {describeReading(data).map((fact) => (
          <li key={fact} dir="auto">
            {fact}
          </li>
        ))}
      </ul>
      {columns.length > 0 && (
        <ScrollFrame label="Imported columns" className={classes.frame}>
          <Table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">Imported as</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => (
                <tr key={column.position}>
                  <th scope="row" dir="auto">
                    {column.header}
                    {column.question !== null && column.question !== column.header && (
                      <span className={classes.question}>{column.question}</span>
                    )}
                  </th>
                  <td>{columnTypeLabels[column.type]}</td>
                  <td dir="auto">{whyType(column)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </ScrollFrame>
      )}
    </>
  )
}
