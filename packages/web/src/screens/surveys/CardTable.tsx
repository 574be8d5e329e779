import type { QuestionCard } from '@inlet/contract/workspace'
import classes from './CardTable.module.css'
import { captionOf, cardTable } from './card-table.ts'

/** The numbers of the chart as a table. */
export function CardTable({ card, isFiltered }: { card: QuestionCard; isFiltered: boolean }) {
  const { head, rows } = cardTable(card, { isFiltered })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling table must be scrollable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={`Table of ${card.name}`}>
      <table className={classes.table}>
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
      </table>
    </section>
  )
}
