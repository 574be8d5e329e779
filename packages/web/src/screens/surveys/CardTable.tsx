import type { QuestionCard } from '@inlet/contract/workspace'
import { CompactTable } from '../../ui/CompactTable.tsx'
import classes from './CardTable.module.css'
import { captionOf, cardTable } from './card-table.ts'

/** The numbers of the chart as a table. */
export function CardTable({ card, isFiltered }: { card: QuestionCard; isFiltered: boolean }) {
  const { head, rows } = cardTable(card, { isFiltered })
  return (
    <CompactTable label={`Table of ${card.name}`} className={classes.table}>
      <caption className="visually-hidden">{captionOf(card)}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may have the same label
          <tr key={row}>
            <th scope="row" dir="auto">
              {name}
            </th>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other key
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </CompactTable>
  )
}
