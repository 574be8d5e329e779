/** Columns of the responses table with width and cell text. */
import type { SurveyColumn, SurveyResponse } from '@inlet/contract/workspace'

export interface TableColumn {
  id: string
  name: string
  width: number
  /** An answer column, not the time or the person. */
  isAnswer: boolean
  /** By what the responses are sorted; undefined if they cannot be. */
  sort?: string
  textOf: (response: SurveyResponse) => string
}

const widths: Partial<Record<SurveyColumn['type'], number>> = {
  NPS: 88,
  'Single choice': 168,
  'Multi choice': 220,
  Ranking: 260,
  'Open-ended': 320,
}

/** Columns shown by default; others can be selected. */
const shownAtFirst = 12

export function tableColumns(
  columns: readonly Pick<SurveyColumn, 'position' | 'name' | 'type'>[],
  formatTime: (at: string) => string,
): TableColumn[] {
  const about: (TableColumn & { type: SurveyColumn['type'] })[] = [
    {
      type: 'Timestamp',
      sort: 'time',
      ...fact('when', 'Answered', 148, (one) => formatAnsweredAt(one, formatTime)),
    },
    { type: 'Name', ...fact('name', 'Name', 168, ({ person }) => person.name ?? '') },
    { type: 'Email', ...fact('email', 'E-mail', 220, ({ person }) => person.email ?? '') },
  ]
  return [
    ...about.filter(({ type }) => columns.some((column) => column.type === type)),
    ...columns.flatMap(({ position, name, type }): TableColumn[] => {
      const width = widths[type]
      if (width === undefined) return []
      const textOf = (one: SurveyResponse) => answerText(one, position)
      const id = String(position)
      return [{ id, name, width, isAnswer: true, ...(type !== 'Open-ended' && { sort: id }), textOf }]
    }),
  ]
}

const fact = (id: string, name: string, width: number, textOf: TableColumn['textOf']): TableColumn => ({
  id,
  name,
  width,
  isAnswer: false,
  textOf,
})

export function formatAnsweredAt(
  { answered_at: at, answered_text: text }: Pick<SurveyResponse, 'answered_at' | 'answered_text'>,
  formatTime: (at: string) => string,
): string {
  return at === null ? (text ?? '') : formatTime(at)
}

export function answerText({ answers }: Pick<SurveyResponse, 'answers'>, position: number): string {
  const answer = answers.find((one) => one.position === position)
  if (!answer) return ''
  return answer.values.join(' · ') + (answer.is_cut ? ' …' : '')
}

/** The selected columns, or the first few by default. */
export function shownColumns(
  all: readonly TableColumn[],
  chosen: readonly string[] | undefined,
): TableColumn[] {
  if (!chosen) return all.slice(0, shownAtFirst)
  return all.filter(({ id }) => chosen.includes(id))
}
