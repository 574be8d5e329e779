/** The URL, the notes and the CSV of a cross tabulation. */
import type { CrossQuestion, CrossTabulation, SurveyColumn } from '@inlet/contract/workspace'
import { formatCount } from '../../ui/format/count.ts'
import type { CsvCell } from './csv.ts'

const crossShows = ['count', 'row', 'column'] as const
export type CrossShow = (typeof crossShows)[number]

export interface CrossSearch {
  /** Positions of questions. */
  rows?: number | undefined
  columns?: number | undefined
  show?: CrossShow | undefined
}

export function readCrossSearch({ rows, columns, show }: Record<string, unknown>): CrossSearch {
  const position = (given: unknown) =>
    typeof given === 'number' && Number.isSafeInteger(given) && given >= 0 ? given : undefined
  return {
    rows: position(rows),
    columns: position(columns),
    show: crossShows.find((one) => one === show),
  }
}

export const canCross = ({ type }: Pick<SurveyColumn, 'type'>): boolean =>
  type === 'Single choice' || type === 'Multi choice' || type === 'NPS'

/** What the numbers are counted on. */
export function crossNotes(table: CrossTabulation, show: CrossShow): string[] {
  const { matching, base, rows, columns } = table
  const multiple = [rows, columns].filter(({ type }) => type === 'Multi choice')
  return [
    `${formatCount(base)} of ${formatCount(matching)} responses answered both questions.`,
    ...(show === 'row' ? ['Percent of the responses in the row.'] : []),
    ...(show === 'column' ? ['Percent of the responses in the column.'] : []),
    ...multiple.map(
      ({ name }) => `Respondents could choose several answers to “${name}”; the total can exceed 100 %.`,
    ),
    ...[rows, columns].flatMap(cutNote),
  ]
}

function cutNote({ name, options, option_count: count }: CrossQuestion): string[] {
  if (count <= options.length) return []
  return [`“${name}”: the ${formatCount(options.length)} most frequent of ${formatCount(count)} answers.`]
}

export function crossCsv({ rows, columns, cells, base }: CrossTabulation): CsvCell[][] {
  return [
    [`${rows.name} / ${columns.name}`, ...columns.options.map(({ label }) => label), 'All'],
    ...rows.options.map(({ label, count }, i) => [label, ...(cells[i] ?? []), count]),
    ['All', ...columns.options.map(({ count }) => count), base],
  ]
}

export const crossFileName = ({ rows, columns }: CrossTabulation): string =>
  `${rows.name.slice(0, 50)} by ${columns.name.slice(0, 50)}.csv`
