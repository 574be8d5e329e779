import type { TranscriptSegment } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { afterSave, savedOf } from './saved-line.ts'

const line: TranscriptSegment = {
  number: 3,
  start_ms: 0,
  end_ms: 1000,
  speaker: 'A',
  speaker_name: null,
  text: 'As it was',
  words: [],
  times: [],
  are_times_approximate: false,
  confidence: null,
  is_suspicious: false,
  version: 2,
}
const opened = savedOf(line)
const answer = (version: number, changed = true) => ({ lines: [{ version }], changed })

it('undoes one change that all saves have continued', () => {
  const first = afterSave(opened, 'One', answer(3))
  expect(first).toMatchObject({ text: 'One', version: 3, change: 3, isOneChange: true })
  expect(afterSave(first, 'Two', answer(4))).toMatchObject({ change: 4, isOneChange: true })
})

it('takes the version of the line, and no change, from a call that has changed nothing', () => {
  const again = afterSave(opened, 'One', answer(3, false))
  expect(again).toMatchObject({ text: 'One', version: 3, change: undefined, isOneChange: false })
  expect(afterSave(again, 'Two', answer(6))).toMatchObject({
    change: 6,
    isOneChange: false,
    original: 'As it was',
  })
})

it('does not restore the line with the last change alone if others came in between', () => {
  const first = afterSave(opened, 'One', answer(3))
  expect(afterSave(first, 'Two', answer(5))).toMatchObject({ change: 5, isOneChange: false })
})
