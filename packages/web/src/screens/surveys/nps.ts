/** Formatting and grouping of Net Promoter Scores. */
import type { NpsCard, OptionCard } from '@inlet/contract/workspace'

/** With fewer answers, the score is not reliable. */
const fewAnswers = 30

export const isFew = (answered: number): boolean => answered > 0 && answered < fewAnswers

/** Rounded, with a typographic minus sign. */
export function formatScore(score: number | null): string {
  if (score === null) return 'no score'
  const whole = Math.round(score)
  return whole < 0 ? `−${-whole}` : String(whole === 0 ? 0 : whole)
}

export interface NpsGroup {
  /** Filter value. */
  pick: string
  name: 'Promoters' | 'Passives' | 'Detractors'
  scores: string
  count: number
}

/** In bar order, best first. */
export function groupsOf({ promoters, passives, detractors }: NpsCard): NpsGroup[] {
  return [
    { pick: 's9-10', name: 'Promoters', scores: '9–10', count: promoters },
    { pick: 's7-8', name: 'Passives', scores: '7–8', count: passives },
    { pick: 's0-6', name: 'Detractors', scores: '0–6', count: detractors },
  ]
}

export interface ScoreCount {
  score: number
  pick: string
  count: number
  countOfAll: number
}

/** All eleven scores, including those with no answers. */
export function scoresOf(options: readonly OptionCard[]): ScoreCount[] {
  const byScore = new Map(options.map((option) => [option.label, option]))
  return Array.from({ length: 11 }, (_, score) => {
    const option = byScore.get(String(score))
    return {
      score,
      pick: `s${score}-${score}`,
      count: option?.count ?? 0,
      countOfAll: option?.count_of_all ?? 0,
    }
  })
}
