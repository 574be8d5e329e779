/**
 * Recall and precision per category on labelled sentences, one JSON object per line. Run it with a path to print the
 * table.
 */

import { readFileSync } from 'node:fs'
import type { CategoryId } from '../../src/privacy/categories.ts'
import { allCategories, isCategoryId, piiCategories } from '../../src/privacy/categories.ts'
import { detectByRules } from '../../src/privacy/rules/detect-by-rules.ts'

type Place = { readonly start: number; readonly end: number; readonly category: number }
export type Labelled = {
  readonly text: string
  readonly spans: readonly Place[]
  readonly split?: string
  readonly form?: string
  /** The categories that this line is labelled for, if not all. */
  readonly only?: readonly number[]
}

export type Score = { hits: number; labels: number; right: number; found: number }
export type Evaluation = {
  readonly byCategory: ReadonlyMap<CategoryId, Score>
  /** Labelled characters, and those of them redacted under any category. */
  readonly labelledChars: number
  readonly hiddenChars: number
  /** The errors, for inspection. */
  readonly misses: readonly string[]
}

export function readLabelled(path: string): Labelled[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Labelled)
}

/**
 * A label is hit if spans of its category cover at least half of it; a span is right if half of it or of a label
 * overlap.
 */
export function evaluate(lines: readonly Labelled[]): Evaluation {
  const byCategory = new Map<CategoryId, Score>()
  const scoreOf = (category: CategoryId) => {
    const score = byCategory.get(category) ?? { hits: 0, labels: 0, right: 0, found: 0 }
    byCategory.set(category, score)
    return score
  }
  const misses: string[] = []
  let labelledChars = 0
  let hiddenChars = 0
  for (const line of lines) {
    const categories = allCategories.filter((category) => line.only?.includes(category) ?? true)
    const found = detectByRules(line.text, categories)
    for (const label of line.spans) {
      if (!isCategoryId(label.category)) throw new TypeError(`there is no category ${label.category}`)
      const score = scoreOf(label.category)
      const length = label.end - label.start
      score.labels += 1
      labelledChars += length
      hiddenChars += length - uncovered(label, found)
      const isHit =
        covered(
          label,
          found.filter((each) => each.category === label.category),
        ) *
          2 >=
        length
      if (isHit) score.hits += 1
      else misses.push(`MISS ${label.category} ${show(line, label)}`)
    }
    for (const each of found) {
      const score = scoreOf(each.category)
      const isRight = line.spans.some((label) => label.category === each.category && agree(label, each))
      score.found += 1
      if (isRight) score.right += 1
      else misses.push(`FALSE ${each.category} (${each.confidence.toFixed(2)}) ${show(line, each)}`)
    }
  }
  return { byCategory, labelledChars, hiddenChars, misses }
}

function show(line: Labelled, place: { start: number; end: number }): string {
  const { text } = line
  return `${text.slice(0, place.start)}⟦${text.slice(place.start, place.end)}⟧${text.slice(place.end)}`.replaceAll(
    '\n',
    '⏎',
  )
}

function shared(a: { start: number; end: number }, b: { start: number; end: number }): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))
}

function covered(label: Place, found: readonly { start: number; end: number }[]): number {
  return label.end - label.start - uncovered(label, found)
}

function uncovered(label: Place, found: readonly { start: number; end: number }[]): number {
  let count = 0
  for (let at = label.start; at < label.end; at += 1)
    if (!found.some((each) => at >= each.start && at < each.end)) count += 1
  return count
}

function agree(label: Place, found: { start: number; end: number }): boolean {
  const both = shared(label, found)
  return both * 2 >= label.end - label.start || both * 2 >= found.end - found.start
}

export function toTable(evaluation: Evaluation): string {
  const rows = [...evaluation.byCategory].sort(([a], [b]) => a - b)
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(9))).join(' ')
  const table = rows.map(([category, score]) =>
    line([
      `${category} ${piiCategories[category].name}`,
      String(score.labels),
      rate(score.hits, score.labels),
      String(score.found),
      rate(score.right, score.found),
    ]),
  )
  const coverage = `characters hidden by any category: ${rate(evaluation.hiddenChars, evaluation.labelledChars)}`
  return [line(['category', 'labels', 'recall', 'found', 'precision']), ...table, coverage].join('\n')
}

export function rate(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(3)
}

if (import.meta.main) {
  const [path = '', split = '', show = ''] = process.argv.slice(2)
  const lines = readLabelled(path).filter((line) => split === '' || split === 'all' || line.split === split)
  const evaluation = evaluate(lines)
  if (show !== '')
    process.stdout.write(`${evaluation.misses.filter((miss) => new RegExp(show).test(miss)).join('\n')}\n`)
  process.stdout.write(`${lines.length} sentences\n${toTable(evaluation)}\n`)
}
