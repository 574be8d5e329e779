/** Evaluates the local rules on sentences that were not used to write them. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Evaluation, Labelled } from '../../test/privacy/evaluate.ts'
import { evaluate, readLabelled, toTable } from '../../test/privacy/evaluate.ts'
import { hasSamples, samplePath } from '../../test/samples.ts'
import type { CategoryId } from './categories.ts'
import { allCategories } from './categories.ts'
import { detectByRules } from './rules/detect-by-rules.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../test/fixtures/${name}`, import.meta.url))
const lastSet = readLabelled(fixture('privacy-unseen-h.jsonl'))
const earlierSets = ['', '-b', '-c', '-d', '-e', '-f', '-g'].map((part) => `privacy-unseen${part}.jsonl`)

/** Recognizable by form or by a cue. */
const sure: readonly CategoryId[] = [2, 3, 4, 10, 11, 13, 17, 18, 19, 20, 21, 23]
const wordy: readonly CategoryId[] = [7, 22, 24]

function recall(evaluation: Evaluation, category: CategoryId): number {
  const score = evaluation.byCategory.get(category)
  return score === undefined ? 0 : score.hits / score.labels
}

function precision(evaluation: Evaluation, categories: readonly CategoryId[]): number {
  const scores = categories.flatMap((category) => evaluation.byCategory.get(category) ?? [])
  const sum = (of: 'right' | 'found') => scores.reduce((total, score) => total + score[of], 0)
  return sum('right') / sum('found')
}

describe('the latest held-out set', () => {
  const evaluation = evaluate(lastSet)
  process.stdout.write(`\n${lastSet.length} unseen sentences\n${toTable(evaluation)}\n`)

  it('is large enough', () => {
    expect(lastSet.length).toBeGreaterThanOrEqual(380)
    expect(lastSet.filter((line) => line.spans.length === 0).length).toBeGreaterThanOrEqual(80)
    for (const category of sure) expect(evaluation.byCategory.get(category)?.labels).toBeGreaterThan(20)
  })

  it.each(sure)('finds 95 % of category %i', (category) => {
    expect(recall(evaluation, category)).toBeGreaterThanOrEqual(0.95)
  })

  it.each(wordy)('finds 90 % of category %i', (category) => {
    expect(recall(evaluation, category)).toBeGreaterThanOrEqual(0.9)
  })

  it('assigns the right category to 90 % of what it finds', () => {
    expect(precision(evaluation, [...sure, ...wordy])).toBeGreaterThanOrEqual(0.9)
  })

  it('finds 75 % of the names of people with a precision of 80 %', () => {
    expect(recall(evaluation, 1)).toBeGreaterThanOrEqual(0.75)
    expect(precision(evaluation, [1])).toBeGreaterThanOrEqual(0.8)
  })

  it('redacts 95 % of the labelled characters, whatever the category', () => {
    expect(evaluation.hiddenChars / evaluation.labelledChars).toBeGreaterThanOrEqual(0.95)
  })
})

describe('earlier held-out sets', () => {
  it.each(earlierSets)('%s does not regress', (name) => {
    const evaluation = evaluate(readLabelled(fixture(name)))
    expect(evaluation.hiddenChars / evaluation.labelledChars).toBeGreaterThanOrEqual(0.98)
    expect(precision(evaluation, allCategories)).toBeGreaterThanOrEqual(0.97)
  })
})

describe.runIf(hasSamples)('the shared sentences', () => {
  const lines = hasSamples ? readLabelled(samplePath('pii', 'set.jsonl')) : []

  it.each([
    ['dev', 0.99],
    ['holdout', 0.98],
    ['external', 0.8],
  ])('redacts the %s split', (split, least) => {
    const evaluation = evaluate(lines.filter((line: Labelled) => line.split === split))
    process.stdout.write(`\n${split}\n${toTable(evaluation)}\n`)
    expect(evaluation.hiddenChars / evaluation.labelledChars).toBeGreaterThanOrEqual(least)
  })
})

describe('cost', () => {
  it('stays below 180 ms of CPU time per thousand words', () => {
    const text = lastSet.map((line) => line.text).join(' ')
    const words = text.split(/\s+/).length
    detectByRules(text, allCategories)
    const before = process.cpuUsage()
    detectByRules(text, allCategories)
    const { user, system } = process.cpuUsage(before)
    const msPerThousand = (user + system) / words
    const megabytes = process.memoryUsage().rss / 1e6
    process.stdout.write(
      `\n${words} words: ${msPerThousand.toFixed(1)} ms per 1,000, ${megabytes.toFixed(0)} MB\n`,
    )
    expect(msPerThousand).toBeLessThan(180)
  })
})
