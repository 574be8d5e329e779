/** Question cards for tests. */
import type { OptionCard, QuestionCard } from '@inlet/contract/workspace'

export const exampleOption = (label: string, count: number, more: Partial<OptionCard> = {}): OptionCard => ({
  number: 1,
  label,
  count,
  count_of_all: count * 2,
  mean_place: null,
  first_count: null,
  ...more,
})

export const exampleCard = (more: Partial<QuestionCard>): QuestionCard => ({
  position: 3,
  name: 'How often?',
  type: 'Single choice',
  base: 1200,
  answered: 1000,
  answered_of_all: 2000,
  options: [exampleOption('Weekly', 460), exampleOption('Daily', 540)],
  option_count: 2,
  nps: null,
  nps_of_all: null,
  ...more,
})
