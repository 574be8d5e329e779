import type { ColumnType } from '@inlet/survey-csv'
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label="Survey columns">
      <table className={classes.table}>
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
                <select
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
                </select>
              </td>
              <td className={classes.found}>
                {chosen[column.name] && chosen[column.name] !== column.type
                  ? 'Your choice'
                  : `${confidenceLabel(column.confidence)}. ${column.reason}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
