import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CategoryId } from './categories.ts'
import { allCategories } from './categories.ts'
import { hiddenRanges } from './cover.ts'
import { findSpans, mergeSpans } from './find-spans.ts'
import { localAnalyzer } from './local-analyzer.ts'
import type { PrivacyAnalyzer, PrivacySpan } from './span.ts'

function span(
  start: number,
  end: number,
  category: CategoryId = 1,
  confidence = 0.8,
  source = 'a',
): PrivacySpan {
  return { start, end, category, confidence, source }
}

const spans = fc.array(
  fc
    .tuple(
      fc.nat(40),
      fc.nat(12),
      fc.constantFrom<CategoryId[]>(1, 5, 25),
      fc.constantFrom(0.5, 0.7, 0.9),
      fc.constantFrom('a', 'b'),
    )
    .map(([start, length, category, confidence, source]) =>
      span(start, start + length, category, confidence, source),
    ),
  { maxLength: 12 },
)
const text = 'Anna Bergström, 34, 👩‍👩‍👧 lives in São Paulo é ok'

describe('mergeSpans', () => {
  it('merges overlapping spans of one category and keeps the source with the higher confidence', () => {
    const merged = mergeSpans('Anna Berg und Co', [span(0, 9, 1, 0.6, 'a'), span(5, 9, 1, 0.9, 'b')], [1])
    expect(merged).toEqual([span(0, 9, 1, 0.9, 'b')])
  })

  it('keeps overlapping spans of different categories', () => {
    const merged = mergeSpans('Paris Hilton', [span(0, 12, 1), span(0, 5, 25)], [1, 25])
    expect(merged).toEqual([span(0, 12, 1), span(0, 5, 25)])
  })

  it('keeps adjacent spans apart and drops categories that were not requested', () => {
    expect(mergeSpans('Anna Bob Paris', [span(0, 4), span(5, 8), span(9, 14, 25)], [1])).toEqual([
      span(0, 4),
      span(5, 8),
    ])
  })

  it('extends a span to whole words and graphemes', () => {
    const whole = (start: number, end: number, of: string) =>
      mergeSpans(of, [span(start, end)], [1]).map((each) => of.slice(each.start, each.end))
    expect(whole(1, 3, 'Anna Berg')).toEqual(['Anna'])
    expect(whole(0, 4, 'Anna’s Berg')).toEqual(['Anna'])
    expect(whole(0, 1, '👩‍👩‍👧 x')).toEqual(['👩‍👩‍👧'])
    expect(whole(0, 2, 'José x')).toEqual(['José'])
    // Scripts without spaces: a word does not end where the letters do.
    expect(whole(2, 4, '我叫李雷今年')).toEqual(['李雷'])
    expect(whole(5, 99, 'Anna Berg')).toEqual(['Berg'])
  })

  it('covers every input span, is idempotent and does not depend on the order', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const merged = mergeSpans(text, given, allCategories)
        expect(mergeSpans(text, given.toReversed(), allCategories)).toEqual(merged)
        expect(mergeSpans(text, merged, allCategories)).toEqual(merged)
        for (const each of given) {
          for (let at = each.start; at < Math.min(each.end, text.length); at += 1) {
            const isCovered = merged.some(
              (one) => one.category === each.category && one.start <= at && at < one.end,
            )
            // Only spaces at the ends of a span are left out.
            if (!isCovered) expect(text[at]).toMatch(/\s/)
          }
        }
        const ranges = hiddenRanges(text, given)
        expect(hiddenRanges(text, merged).map(({ start, end }) => [start, end])).toEqual(
          ranges.map(({ start, end }) => [start, end]),
        )
        for (const [index, range] of ranges.entries())
          expect(range.start).toBeGreaterThanOrEqual(ranges[index - 1]?.end ?? 0)
      }),
    )
  })
})

describe('findSpans', () => {
  const names: PrivacyAnalyzer = {
    id: 'names',
    analyze: (of) =>
      Promise.resolve([
        {
          start: of.indexOf('Zorblax'),
          end: of.indexOf('Zorblax') + 7,
          category: 1,
          confidence: 1,
          source: 'names',
        },
      ]),
  }
  const broken: PrivacyAnalyzer = { id: 'broken', analyze: () => Promise.reject(new Error('away')) }
  const empty: PrivacyAnalyzer = { id: 'empty', analyze: () => Promise.resolve([]) }

  it('combines the spans of all analyzers', async () => {
    const found = await findSpans('zorblax and Zorblax, 34 years old', {
      categories: [1, 23],
      analyzers: [localAnalyzer, names, empty],
    })
    expect(found.map((each) => each.source)).toContain('names')
    expect(found.map((each) => each.category)).toContain(23)
  })

  it('fails if one analyzer fails', async () => {
    await expect(findSpans('Anna', { categories: [1], analyzers: [localAnalyzer, broken] })).rejects.toThrow(
      'away',
    )
  })

  it('returns the same spans for the same text', async () => {
    const options = { categories: allCategories, analyzers: [localAnalyzer] }
    const first = await findSpans(text, options)
    expect(await findSpans(text, options)).toEqual(first)
    expect(first.length).toBeGreaterThan(2)
  })

  it('finds data anywhere in a long text', async () => {
    const filler = 'The page took some time to load, which I did not like. '.repeat(1200)
    const long = `${filler}My name is Farida Rahimi and I am 34 years old. ${filler}`
    const found = await findSpans(long, { categories: [1, 23], analyzers: [localAnalyzer] })
    expect(found.map((each) => long.slice(each.start, each.end))).toEqual(['Farida Rahimi', '34 years old'])
  })

  it('stops when aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(findSpans('Anna', { categories: [1], analyzers: [localAnalyzer], signal })).rejects.toThrow(
      'enough',
    )
  })
})
