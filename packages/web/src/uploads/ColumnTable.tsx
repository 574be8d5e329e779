import type { ColumnType } from '@inlet/survey-csv'
import { PlainSelect } from '../ui/PlainSelect.tsx'
import { ScrollFrame } from '../ui/ScrollFrame.tsx'
import { Table } from '../ui/Table.tsx'
import classes from './ColumnTable.module.css'
import { columnTypeLabels, confidenceLabel } from './column-labels.ts'
import type { PreviewColumn } from './survey-preview.ts'

const types = Object.keys(columnTypeLabels) as ColumnType[]

export function ColumnTable(props: {
  columns: readonly PreviewColumn[]
  chosen: Readonly<Record<string, ColumnType>>
  onChoose: (name: string, type: ColumnType) => void
}) {
  const { columns, chosen, onChoose } = props
  return (
    <ScrollFrame label="Survey columns" className={classes.frame}>
      <Table isStackedOnPhones className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Import as</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">
                {column.name}
                <span className={classes.samples}>{column.samples.join(' · ') || 'No values'}</span>
              </th>
              <td>
                <PlainSelect
                  className={classes.select}
                  aria-label={`Type of ${column.name}`}
                  value={chosen[column.name] ?? column.type}
                  onChange={(event) => onChoose(column.name, event.currentTarget.value as ColumnType)}
                >
                  {types.map((type) => (
                    <option key={type} value={type}>
                      {columnTypeLabels[type]}
                    </option>
                  ))}
                </PlainSelect>
              </td>
              <td className={classes.found}>
                {chosen[column.name] && chosen[column.name] !== column.type
                  ? 'Your choice'
                  : `${confidenceLabel(column.confidence)}. ${column.reason}`}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollFrame>
  )
}
