import type { ColumnType } from '@inlet/survey-csv'
import classes from './ColumnTable.module.css'
import { columnWords, confidenceWord } from './column-words.ts'
import type { PreviewColumn } from './survey-preview.ts'

const types = Object.keys(columnWords) as ColumnType[]

export function ColumnTable(props: {
  columns: readonly PreviewColumn[]
  chosen: Readonly<Record<string, ColumnType>>
  onChoose: (name: string, type: ColumnType) => void
}) {
  const { columns, chosen, onChoose } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
    <section className={classes.frame} tabIndex={0} aria-label="Columns of the survey">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Becomes</th>
            <th scope="col">Found</th>
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
                      {columnWords[type]}
                    </option>
                  ))}
                </select>
              </td>
              <td className={classes.found}>
                {chosen[column.name] && chosen[column.name] !== column.type
                  ? 'Your choice'
                  : `${confidenceWord(column.confidence)}. ${column.reason}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
