/** Runs the examples of every detector. */

import { describe, expect, it } from 'vitest'
import { allCategories, piiCategories } from '../../categories.ts'
import { detectByRules, detectors } from '../detect-by-rules.ts'

describe.each(detectors)('$id', ({ categories, examples }) => {
  it.each(examples.map(([text, ...expected]) => ({ text, expected })))('$text', ({ text, expected }) => {
    const detections = detectByRules(text, allCategories)
    expect(
      detections.map((each) => `${piiCategories[each.category].label}: ${text.slice(each.start, each.end)}`),
    ).toEqual(expected)
  })

  it('has an example without a detection of its categories', () => {
    const labels = categories.map((category) => `${piiCategories[category].label}: `)
    const isClean = (detected: string) => !labels.some((label) => detected.startsWith(label))
    expect(examples.some(([, ...expected]) => expected.every(isClean))).toBe(true)
  })
})

describe('the list of detectors', () => {
  it('covers every category', () => {
    expect(new Set(detectors.flatMap((detector) => detector.categories))).toEqual(new Set(allCategories))
  })

  it('has an example for every category', () => {
    const examples = detectors.flatMap((detector) => detector.examples).flatMap(([, ...expected]) => expected)
    for (const category of allCategories)
      expect(examples.some((each) => each.startsWith(`${piiCategories[category].label}: `))).toBe(true)
  })
})
