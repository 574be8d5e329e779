import type { QuestionCard } from '@inlet/contract/workspace'

/** Props of every question chart. */
export interface ChartProps {
  card: QuestionCard
  isFiltered: boolean
  /** Active filters of this question. */
  picks: readonly string[]
  onToggle: (pick: string, isAdding: boolean) => void
}
