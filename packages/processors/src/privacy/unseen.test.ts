/** What the local rules are worth: sentences they had not seen when they were written. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hasSamples, samplePath } from '../../test/samples.ts'
import type { CategoryId } from './categories.ts'
import { allCategories } from './categories.ts'
import type { Evaluation, Labelled } from './evaluate.fixture.ts'
import { evaluate, readLabelled, toTable } from './evaluate.fixture.ts'
import { findByRules } from './rules/find-by-rules.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../test/fixtures/${name}`, import.meta.url))
const lastSet = readLabelled(fixture('privacy-unseen-h.jsonl'))
const earlierSets = ['', '-b', '-c', '-d', '-e', '-f', '-g'].map((part) => `privacy-unseen${part}.jsonl`)

/** Where a form or a word gives it away. */
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

describe('the last unseen set', () => {
  const evaluation = evaluate(lastSet)
  process.stdout.write(`\n${lastSet.length} unseen sentences\n${toTable(evaluation)}\n`)

  it('is large enough to say something', () => {
    expect(lastSet.length).toBeGreaterThanOrEqual(380)
    expect(lastSet.filter((line) => line.spans.length === 0).length).toBeGreaterThanOrEqual(80)
    for (const category of sure) expect(evaluation.byCategory.get(category)?.labels).toBeGreaterThan(20)
  })

  it.each(sure)('category %i is found 19 times out of 20', (category) => {
    expect(recall(evaluation, category)).toBeGreaterThanOrEqual(0.95)
  })

  it.each(wordy)('category %i is found 9 times out of 10', (category) => {
    expect(recall(evaluation, category)).toBeGreaterThanOrEqual(0.9)
  })

  it('shows that what is found there is mostly what it is called', () => {
    expect(precision(evaluation, [...sure, ...wordy])).toBeGreaterThanOrEqual(0.9)
  })

  it('shows that people are found three times out of four, and mostly people', () => {
    expect(recall(evaluation, 1)).toBeGreaterThanOrEqual(0.75)
    expect(precision(evaluation, [1])).toBeGreaterThanOrEqual(0.8)
  })

  it('shows what is hidden by whatever category', () => {
    expect(evaluation.hiddenChars / evaluation.labelledChars).toBeGreaterThanOrEqual(0.95)
  })
})

describe('sets that were unseen once', () => {
  it.each(earlierSets)('%s is still found', (name) => {
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
  ])('%s are hidden', (split, least) => {
    const evaluation = evaluate(lines.filter((line: Labelled) => line.split === split))
    process.stdout.write(`\n${split}\n${toTable(evaluation)}\n`)
    expect(evaluation.hiddenChars / evaluation.labelledChars).toBeGreaterThanOrEqual(least)
  })
})

describe('cost', () => {
  it('is less than 180 ms of CPU for a thousand words', () => {
    const text = lastSet.map((line) => line.text).join(' ')
    const words = text.split(/\s+/).length
    findByRules(text, allCategories)
    const before = process.cpuUsage()
    findByRules(text, allCategories)
    const { user, system } = process.cpuUsage(before)
    const msPerThousand = (user + system) / words
    const megabytes = process.memoryUsage().rss / 1e6
    process.stdout.write(
      `\n${words} words: ${msPerThousand.toFixed(1)} ms per 1,000, ${megabytes.toFixed(0)} MB\n`,
    )
    expect(msPerThousand).toBeLessThan(180)
  })
})
