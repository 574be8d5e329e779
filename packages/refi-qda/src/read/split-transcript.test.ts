import { expect, it } from 'vitest'
import { splitTranscript } from './split-transcript.ts'

it('takes the name before a colon as the speaker, with or without spaces around it', () => {
  const text = 'Ada: Hello.\nBen Smith  :   Hi.\n\nNote that.\nAda: Bye.'
  expect(splitTranscript(text, []).map(({ speaker, text: words }) => [speaker, words])).toEqual([
    ['Ada', 'Hello.'],
    ['Ben Smith', 'Hi.'],
    ['Ben Smith', 'Note that.'],
    ['Ada', 'Bye.'],
  ])
})

it('takes nothing long as a speaker', () => {
  for (const name of ['x'.repeat(60), `x${' '.repeat(100)}`])
    expect(splitTranscript(`${name}: Hello.`, [])[0]?.speaker).toBeNull()
})

it('reads long runs of spaces in a moment', () => {
  const megabyte = ' '.repeat(1024 ** 2)
  const before = process.cpuUsage()
  const segments = splitTranscript(`x${megabyte}.\nx:${megabyte}.\n${`x${megabyte}.\n`.repeat(15)}`, [])
  const { user, system } = process.cpuUsage(before)
  expect(segments).toHaveLength(17)
  expect((user + system) / 1e6).toBeLessThan(1)
})
