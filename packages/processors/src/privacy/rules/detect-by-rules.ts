/** Runs all rules over one text. */

import type { CategoryId } from '../categories.ts'
import type { Detection, Detector, TextRange } from './detector.ts'
import { overlaps } from './detector.ts'
import { addressDetector } from './detectors/addresses.ts'
import { ageDetector } from './detectors/ages.ts'
import { bankCodeDetector } from './detectors/bank-codes.ts'
import { bloodTypeDetector } from './detectors/blood-types.ts'
import { dateDetector } from './detectors/dates.ts'
import { emailDetector } from './detectors/email-addresses.ts'
import { nationalityDetector } from './detectors/nationalities.ts'
import { numberDetector } from './detectors/numbers.ts'
import { organizationDetector } from './detectors/organizations.ts'
import { personDetector } from './detectors/persons.ts'
import { placeDetector } from './detectors/places.ts'
import { referenceCodeDetector } from './detectors/reference-codes.ts'
import { resolveOverlaps } from './resolve-overlaps.ts'
import { analyzeText } from './text/analyzed-text.ts'

/** In this order: e-mail addresses first because others ignore text inside them, ages after the persons they refer to. */
export const detectors: readonly Detector[] = [
  emailDetector,
  bankCodeDetector,
  referenceCodeDetector,
  dateDetector,
  numberDetector,
  bloodTypeDetector,
  placeDetector,
  organizationDetector,
  personDetector,
  nationalityDetector,
  addressDetector,
  ageDetector,
]

const link = /\b(?:https?:\/\/|www\.)\S{1,500}/gi

export function detectByRules(
  text: string,
  categories: readonly CategoryId[],
  language?: string,
): Detection[] {
  const analyzed = analyzeText(text, language)
  const ignored: Record<'email' | 'link', TextRange[]> = {
    email: [],
    link: [...text.matchAll(link)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    })),
  }
  const detections: Detection[] = []
  for (const detector of detectors) {
    const ranges = detector.ignoresInside.flatMap((kind) => ignored[kind])
    const kept = [...detector.detect(analyzed, detections)].filter(
      (detection) => !ranges.some((range) => overlaps(range, detection)),
    )
    if (detector === emailDetector) ignored.email.push(...kept)
    detections.push(...kept)
  }
  return resolveOverlaps(detections, new Set(categories))
}
