import { expect, it } from 'vitest'
import { retypeEffect } from './retype-effect.ts'

it('explains only reprocessing when one question type replaces another', () => {
  expect(retypeEffect('Single choice', 'Multi choice')).toMatch(/everything else stays available\.$/)
})

it('explains the effect on people when name or e-mail columns change', () => {
  expect(retypeEffect('Open-ended', 'Name')).toContain('names of people')
  expect(retypeEffect('Name', 'Email')).toContain('one person')
  expect(retypeEffect('Name', 'Email')).not.toContain('names of people')
})

it('explains the effect on order, media and answers', () => {
  expect(retypeEffect('Timestamp', 'Open-ended')).toContain('order of responses')
  expect(retypeEffect('Open-ended', 'MEDIA_RESPONSE')).toContain('are matched to their responses')
  expect(retypeEffect('MEDIA_RESPONSE', 'Do nothing')).toContain('stay matched')
  expect(retypeEffect('NPS', 'Do nothing')).toContain('no longer shown')
})
