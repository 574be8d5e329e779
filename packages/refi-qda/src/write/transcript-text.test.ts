import { expect, it } from 'vitest'
import { transcriptText } from './transcript-text.ts'

const say = (startMs: number, speaker: string | null, text: string) => ({
  startMs,
  endMs: startMs + 900,
  speaker,
  text,
})

it('writes a line for each turn and a sync point for each segment, counted in code points', () => {
  const { text, points } = transcriptText(
    [say(0, 'Ada', 'First 🤔 part.'), say(1000, 'Ada', 'Second part.'), say(2000, 'Bo', 'Cafe\u0301!')],
    3000,
  )
  expect(text).toBe('Ada: First 🤔 part. Second part.\nBo: Cafe\u0301!\n')
  const at = (position: number) => Array.from(text).slice(position).join('').slice(0, 6)
  expect(points.map(({ timeMs, position }) => [timeMs, at(position)])).toEqual([
    [0, 'Ada: F'],
    [1000, 'Second'],
    [2000, 'Bo: Ca'],
    [3000, ''],
  ])
})

it('writes segments without speakers on lines of their own', () => {
  expect(transcriptText([say(0, null, 'One.'), say(1000, null, 'Two.')], 2000).text).toBe('One.\nTwo.\n')
})

it('begins at 0/0, ends at the end of the text, and rises even if segments do not', () => {
  const { text, points } = transcriptText(
    [say(500, null, 'Late.'), say(400, null, 'Earlier.'), say(400, null, ''), say(9000, null, 'a\r\nb')],
    100,
  )
  expect(text).toBe('Late.\nEarlier.\na b\n')
  expect(points).toEqual([
    { timeMs: 0, position: 0 },
    { timeMs: 400, position: 6 },
    { timeMs: 9000, position: 15 },
    { timeMs: 9900, position: 19 },
  ])
})

it('is empty without words', () => {
  expect(transcriptText([say(0, 'Ada', ' ')], 1000)).toEqual({
    text: '',
    points: [{ timeMs: 0, position: 0 }],
  })
})
