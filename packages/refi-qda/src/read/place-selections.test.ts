import { expect, it } from 'vitest'
import {
  type Counting,
  chooseCounting,
  countings,
  normalizeText,
  placeSelections,
  scoreCountings,
} from './place-selections.ts'

const lines = [
  'Mood: 😀 🇩🇪 cafe\u0301',
  'العربية — 中文',
  'The button was hard to find.',
  'Again: 👨‍👩‍👧 hard to find.',
]
const quotes = ['button', 'العربية', 'hard to find.', 'cafe\u0301']

function lengthIn(text: string, { unit, isLineEndOne }: Counting): number {
  const counted = isLineEndOne ? text.replaceAll('\r\n', '\n') : text
  return unit === 'utf-16' ? counted.length : Array.from(counted).length
}

const raws = {
  'line feeds': lines.join('\n'),
  CRLF: lines.join('\r\n'),
  'a byte order mark': `\ufeff${lines.join('\n')}`,
  'a byte order mark and CRLF': `\ufeff${lines.join('\r\n')}`,
}

it.each(
  Object.entries(raws).flatMap(([name, raw]) => countings.map((counting) => ({ name, raw, counting }))),
)('places quotes in a text with $name, counted as $counting', ({ raw, counting }) => {
  const offset = raw.startsWith('\ufeff') && counting.isMarkCounted ? 1 : 0
  const body = raw.replace(/^\ufeff/, '')
  const selections = quotes.map((quote, i) => {
    const start = offset + lengthIn(body.slice(0, body.indexOf(quote)), counting)
    return { guid: String(i), name: quote, start, end: start + lengthIn(quote, counting) }
  })
  const chosen = chooseCounting(
    scoreCountings(raw, selections),
    countings.map(() => 0),
  )
  const { placed, unplaced } = placeSelections(raw, selections, chosen)
  expect(unplaced).toEqual([])
  const text = Array.from(normalizeText(raw))
  for (const [guid, { start, end, quote }] of placed) {
    expect(quote).toBe(quotes[Number(guid)])
    expect(text.slice(start, end).join('')).toBe(quote)
  }
})

it('follows the whole project where a text has no quotes of its own', () => {
  const raw = '😀😀 abc'
  const selection = { guid: '1', name: 'A title', start: 5, end: 8 }
  const scores = scoreCountings(raw, [selection])
  const ofProject = countings.map(({ unit }) => (unit === 'utf-16' ? 3 : 0))
  expect(placeSelections(raw, [selection], chooseCounting(scores, ofProject)).placed.get('1')).toEqual({
    start: 3,
    end: 6,
    quote: 'abc',
  })
})

it('compares quotes that were cut or lost their line ends', () => {
  const raw = 'One two\nthree four five six.'
  const cut = { guid: '1', name: 'One two three…', start: 0, end: 28 }
  const [counting = { unit: 'code point', isLineEndOne: false, isMarkCounted: false }] = countings
  expect(placeSelections(raw, [cut], counting).placed.get('1')?.quote).toBe(raw)
  const wrong = { ...cut, start: 4 }
  expect(placeSelections(raw, [wrong], counting).unplaced).toEqual(['1'])
})

it('does not place positions outside the text or inside a character', () => {
  const raw = 'a😀b'
  const at = (start: number, end: number) => ({ guid: '1', name: '', start, end })
  const utf16 = { unit: 'utf-16', isLineEndOne: false, isMarkCounted: false } as const
  for (const [start, end] of [
    [-1, 1],
    [0, 9],
    [2, 3],
    [3, 1],
  ] as const)
    expect(placeSelections(raw, [at(start, end)], utf16).unplaced).toEqual(['1'])
})

it('searches a long name in a long text in a moment', () => {
  const half = 'a'.repeat(30_000)
  const raw = 'a'.repeat(1_000_000)
  const [counting = { unit: 'code point', isLineEndOne: false, isMarkCounted: false }] = countings
  const selection = { guid: '1', name: `${half}b${half}`, start: 0, end: 3 }
  const before = process.cpuUsage()
  placeSelections(raw, [selection], counting)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(2)
})
