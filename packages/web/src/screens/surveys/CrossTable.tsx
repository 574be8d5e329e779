import type { CrossTabulation } from '@inlet/contract/workspace'
import { CompactTable } from '../../ui/CompactTable.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import classes from './CrossTable.module.css'
import { type CrossShow, crossNotes } from './cross-table.ts'

/** Percentages keep their counts, because a share of few responses says little. */
export function CrossTable({ table, show }: { table: CrossTabulation; show: CrossShow }) {
  const { rows, columns, cells, base } = table
  const label = `${rows.name} by ${columns.name}`
  const cell = (count: number, row: number, column: number) =>
    show === 'count' ? formatCount(count) : <Share count={count} base={show === 'row' ? row : column} />
  return (
    <>
      <CompactTable label={label} className={classes.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <td />
            {columns.options.map(({ pick, label: name }) => (
              <th key={pick} scope="col" dir="auto">
                {name}
              </th>
            ))}
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {rows.options.map((row, i) => (
            <tr key={row.pick}>
              <th scope="row" dir="auto">
                {row.label}
              </th>
              {columns.options.map((column, j) => (
                <td key={column.pick}>{cell(cells[i]?.[j] ?? 0, row.count, column.count)}</td>
              ))}
              <td>{cell(row.count, row.count, base)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {columns.options.map((column) => (
              <td key={column.pick}>{cell(column.count, base, column.count)}</td>
            ))}
            <td>{cell(base, base, base)}</td>
          </tr>
        </tfoot>
      </CompactTable>
      {crossNotes(table, show).map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </>
  )
}

function Share({ count, base }: { count: number; base: number }) {
  return (
    <>
      {base > 0 ? formatPercent(count, base) : '–'}{' '}
      <span className={classes.count}>
        {formatCount(count)}
        <span className="visually-hidden"> of {formatCount(base)}</span>
      </span>
    </>
  )
}
