/** Out of all that the rules suggest, what each stretch of text is taken for. Pure. */

import type { CategoryId } from '../categories.ts'
import type { Finding } from './finding.ts'
import { overlaps } from './finding.ts'

/** Findings of one category that overlap are one. */
function joinSame(findings: readonly Finding[]): Finding[] {
  const joined: Finding[] = []
  const sorted = findings.toSorted((a, b) => a.category - b.category || a.start - b.start || b.end - a.end)
  for (const finding of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && last.category === finding.category && finding.start < last.end) {
      joined.splice(-1, 1, {
        ...last,
        end: Math.max(last.end, finding.end),
        confidence: Math.max(last.confidence, finding.confidence),
      })
    } else joined.push(finding)
  }
  return joined
}

/** The surer one wins, then the longer one. */
export function resolve(findings: readonly Finding[], requested: ReadonlySet<CategoryId>): Finding[] {
  const ranked = joinSame(findings).sort(
    (a, b) =>
      b.confidence - a.confidence ||
      b.end - b.start - (a.end - a.start) ||
      a.start - b.start ||
      a.category - b.category,
  )
  const winners: Finding[] = []
  const losers: Finding[] = []
  for (const finding of ranked) {
    if (winners.some((winner) => overlaps(winner, finding))) losers.push(finding)
    else winners.push(finding)
  }
  const kept = winners.flatMap((winner) => asRequested(winner, requested))
  // What won may not be wanted, and what lost to it narrowly is: rather hide it.
  for (const loser of losers) {
    if (!requested.has(loser.category) || kept.some((each) => overlaps(each, loser))) continue
    const rivals = winners.filter((winner) => overlaps(winner, loser))
    if (rivals.every((rival) => loser.confidence >= rival.confidence - 0.2)) kept.push(loser)
  }
  return kept.sort((a, b) => a.start - b.start || a.end - b.end)
}

const figures: readonly CategoryId[] = [4, 10, 11, 17, 18, 20, 21]

/** A finding of a kind that was not asked for may still be one of a wider kind that was. */
function asRequested(finding: Finding, requested: ReadonlySet<CategoryId>): Finding[] {
  if (requested.has(finding.category)) return [finding]
  const wider = widerKind(finding, requested)
  return wider === null ? [] : [{ ...finding, category: wider, confidence: finding.confidence * 0.9 }]
}

function widerKind({ category, start, end }: Finding, requested: ReadonlySet<CategoryId>): CategoryId | null {
  if ((category === 3 || category === 19) && requested.has(22)) return 22
  if (!figures.includes(category)) return null
  if (requested.has(17)) return 17
  // Figures are easily taken for figures of another kind: where several kinds are to be hidden, so is this run.
  const others = figures.filter((each) => requested.has(each) && each !== 20)
  if (others.length < 3) return null
  const length = end - start
  if (length >= 14 && requested.has(18)) return 18
  return others.find((each) => each === (length >= 7 ? 4 : 11)) ?? others[0] ?? null
}
