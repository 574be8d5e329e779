/** The numbers of a question card as table rows and CSV rows. */
import type { QuestionCard } from '@inlet/contract/workspace'
import { formatCount } from '../../ui/format/count.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import type { CsvCell } from './csv.ts'
import { formatScore, groupsOf, scoresOf } from './nps.ts'

export interface CardTable {
  head: string[]
  /** Formatted cells. The first cell is the row header. */
  rows: string[][]
  /** The same rows with plain numbers. */
  csv: CsvCell[][]
}

interface Line {
  label: string
  count: number
  countOfAll: number
}

export function cardTable(card: QuestionCard, { isFiltered }: { isFiltered: boolean }): CardTable {
  if (card.type === 'Ranking') return rankingTable(card)
  const { answered, answered_of_all: ofAll } = card
  const lines = linesOf(card)
  const head = ['Answer', 'Share', 'Count', ...(isFiltered ? ['Share of all', 'Count of all'] : [])]
  return {
    head,
    rows: lines.map(({ label, count, countOfAll }) => [
      label,
      formatPercent(count, answered),
      formatCount(count),
      ...(isFiltered ? [formatPercent(countOfAll, ofAll), formatCount(countOfAll)] : []),
    ]),
    csv: [
      head,
      ...lines.map(({ label, count, countOfAll }) => [
        label,
        shareOf(count, answered),
        count,
        ...(isFiltered ? [shareOf(countOfAll, ofAll), countOfAll] : []),
      ]),
    ],
  }
}

function linesOf({ type, options, nps, nps_of_all: npsOfAll }: QuestionCard): Line[] {
  if (type !== 'NPS')
    return options.map(({ label, count, count_of_all: countOfAll }) => ({ label, count, countOfAll }))
  const all = npsOfAll && groupsOf(npsOfAll)
  const groups = nps ? groupsOf(nps) : []
  return [
    ...groups.map(({ name, scores, count }, i) => ({
      label: `${name} (${scores})`,
      count,
      countOfAll: all?.[i]?.count ?? 0,
    })),
    ...scoresOf(options).map(({ score, count, countOfAll }) => ({
      label: `Score ${score}`,
      count,
      countOfAll,
    })),
  ]
}

/** Best first; options without ranks come last. */
export function byMeanRank(options: QuestionCard['options']): QuestionCard['options'] {
  const placeOf = (place: number | null) => place ?? Number.POSITIVE_INFINITY
  return options.toSorted((a, b) => placeOf(a.mean_place) - placeOf(b.mean_place) || b.count - a.count)
}

export const formatMeanRank = (place: number | null): string => (place === null ? '–' : place.toFixed(1))

function rankingTable({ options }: QuestionCard): CardTable {
  const head = ['Option', 'Mean rank', 'Ranked by', 'First places']
  const best = byMeanRank(options)
  return {
    head,
    rows: best.map(({ label, mean_place: place, count, first_count: first }) => [
      label,
      formatMeanRank(place),
      formatCount(count),
      formatCount(first ?? 0),
    ]),
    csv: [
      head,
      ...best.map(({ label, mean_place: place, count, first_count: first }) => [
        label,
        place === null ? '' : Math.round(place * 100) / 100,
        count,
        first ?? 0,
      ]),
    ],
  }
}

/** Percent with one decimal, for the CSV. */
const shareOf = (count: number, base: number): number =>
  base > 0 ? Math.round((count / base) * 1000) / 10 : 0

export function captionOf(card: QuestionCard): string {
  const { answered, base } = card
  const score = card.nps ? ` Score ${formatScore(card.nps.score)}.` : ''
  const note = card.type === 'Multi choice' ? ' Shares are of respondents; the total can exceed 100 %.' : ''
  return `${card.name}. ${formatCount(answered)} of ${formatCount(base)} answered.${score}${note}`
}
