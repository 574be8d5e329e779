/** Decides between overlapping detections. */

import type { CategoryId } from '../categories.ts'
import { Category, numberCategories } from '../categories.ts'
import type { Detection } from './detector.ts'
import { overlaps } from './detector.ts'

/** Overlapping detections of one category become one. */
function mergeSameCategory(detections: readonly Detection[]): Detection[] {
  const joined: Detection[] = []
  const sorted = detections.toSorted((a, b) => a.category - b.category || a.start - b.start || b.end - a.end)
  for (const detection of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && last.category === detection.category && detection.start < last.end) {
      joined.splice(-1, 1, {
        ...last,
        end: Math.max(last.end, detection.end),
        confidence: Math.max(last.confidence, detection.confidence),
      })
    } else joined.push(detection)
  }
  return joined
}

/** The detection with the higher confidence wins, then the longer one. */
export function resolveOverlaps(
  detections: readonly Detection[],
  requested: ReadonlySet<CategoryId>,
): Detection[] {
  const ranked = mergeSameCategory(detections).sort(
    (a, b) =>
      b.confidence - a.confidence ||
      b.end - b.start - (a.end - a.start) ||
      a.start - b.start ||
      a.category - b.category,
  )
  const winners: Detection[] = []
  const losers: Detection[] = []
  for (const detection of ranked) {
    if (winners.some((winner) => overlaps(winner, detection))) losers.push(detection)
    else winners.push(detection)
  }
  const kept = winners.flatMap((winner) => asRequested(winner, requested))
  // A requested category that lost narrowly to one that was not requested is redacted anyway.
  for (const loser of losers) {
    if (!requested.has(loser.category) || kept.some((each) => overlaps(each, loser))) continue
    const rivals = winners.filter((winner) => overlaps(winner, loser))
    if (rivals.every((rival) => loser.confidence >= rival.confidence - 0.2)) kept.push(loser)
  }
  return kept.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** A detection of a category that was not requested may belong to a wider one that was. */
function asRequested(detection: Detection, requested: ReadonlySet<CategoryId>): Detection[] {
  if (requested.has(detection.category)) return [detection]
  const wider = widerCategory(detection, requested)
  return wider === null ? [] : [{ ...detection, category: wider, confidence: detection.confidence * 0.9 }]
}

function widerCategory(
  { category, start, end }: Detection,
  requested: ReadonlySet<CategoryId>,
): CategoryId | null {
  if ((category === Category.dateOfBirth || category === Category.cardExpiry) && requested.has(Category.date))
    return Category.date
  if (!numberCategories.includes(category)) return null
  if (requested.has(Category.numberSequence)) return Category.numberSequence
  // Kinds of numbers are easily confused: if several of them are requested, any number is redacted.
  const others = numberCategories.filter((each) => requested.has(each) && each !== Category.cardSecurityCode)
  if (others.length < 3) return null
  const length = end - start
  if (length >= 14 && requested.has(Category.cardNumber)) return Category.cardNumber
  return (
    others.find((each) => each === (length >= 7 ? Category.phoneNumber : Category.bankDetails)) ??
    others[0] ??
    null
  )
}
