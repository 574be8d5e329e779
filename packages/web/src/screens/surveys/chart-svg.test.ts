import type { OptionCard, QuestionCard } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { drawChart } from './chart-svg.ts'
import { exampleCard, exampleOption } from './example-cards.ts'

const measure = (text: string, size: number) => text.length * size * 0.5
const draw = (more: Partial<QuestionCard>, isFiltered = false) =>
  drawChart(exampleCard(more), { isFiltered, measure }).svg
/** The text of the image, line by line. */
const linesOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

it('shows the question, its base, and each answer with share and count', () => {
  expect(linesOf(draw({}))).toEqual([
    'How often?',
    '1,000 of 1,200 answered',
    'Weekly',
    '46 %  460',
    'Daily',
    '54 %  540',
  ])
})

it('compares with all responses if it is filtered', () => {
  const plain = draw({}).match(/<rect/g)?.length
  expect(draw({}, true).match(/<rect/g)?.length).toBe((plain ?? 0) + 2)
  expect(linesOf(draw({}, true))).toEqual(
    expect.arrayContaining([
      '1,000 of 1,200 answered, filtered',
      'The thin line shows all responses without filters.',
    ]),
  )
})

it('shows the groups and the scores of an NPS question', () => {
  const nps = { promoters: 600, passives: 300, detractors: 100, score: 50 }
  const lines = linesOf(draw({ type: 'NPS', nps, nps_of_all: nps, options: [exampleOption('10', 600)] }))
  expect(lines.slice(2, 5)).toEqual(['Score 50, from −100 to 100', 'Promoters (9–10)', '60 %  600'])
  expect(lines.slice(9, 11)).toEqual(['10', '60 %  600'])
  expect(lines).toHaveLength(2 + 1 + 2 * (3 + 11))
})

it('sorts a ranking by mean rank', () => {
  const options = [
    exampleOption('Price', 10, { mean_place: 2.5, first_count: 100 }),
    exampleOption('Speed', 10, { mean_place: 1.2, first_count: 900 }),
  ]
  expect(linesOf(draw({ type: 'Ranking', options })).slice(2, 6)).toEqual([
    '1.2 Speed',
    '90 %  900',
    '2.5 Price',
    '10 %  100',
  ])
})

it('contains labels as text only, and none that XML does not allow', () => {
  const svg = draw({
    name: '<script>alert(1)</script> & "x"',
    options: [exampleOption('a\u0000b\ud800c]]>', 1)],
  })
  expect(svg).not.toContain('<script')
  expect(linesOf(svg)).toEqual(
    expect.arrayContaining(['&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;', 'a b\ufffdc]]&gt;']),
  )
})

it('aligns labels in scripts from right to left with the bars', () => {
  expect(draw({ options: [exampleOption('שלום', 1)] })).toMatch(/<text x="284"[^>]*direction="rtl"[^>]*>שלום/)
})

it('grows with long labels and many answers', () => {
  const heightOf = (options: OptionCard[]) =>
    drawChart(exampleCard({ options }), { isFiltered: false, measure }).height
  expect(heightOf([exampleOption('word '.repeat(30), 1)])).toBeGreaterThan(
    heightOf([exampleOption('word', 1)]),
  )
  expect(heightOf(Array.from({ length: 100 }, (_, i) => exampleOption(`Answer ${i}`, 1)))).toBeGreaterThan(
    2800,
  )
})
