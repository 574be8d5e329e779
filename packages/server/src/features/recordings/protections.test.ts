import { expect, it } from 'vitest'
import { protectionsOf } from './protections.ts'

it('lists protections that were applied, not those that were only requested', () => {
  expect(protectionsOf(null)).toEqual([])
  expect(
    protectionsOf({
      settings: { anonymize_video: 'blur_faces' },
      picture: 'cover',
      sound: 'altered',
      beeps: 2,
      redactions: 2,
      aliases: 3,
    }),
  ).toEqual([
    'words_redacted',
    'words_beeped',
    'voices_altered',
    'faces_covered',
    'text_covered',
    'speakers_numbered',
  ])
  expect(protectionsOf({ picture: 'cover', sound: 'kept', beeps: 0, redactions: 0 })).toEqual([
    'text_covered',
  ])
  expect(protectionsOf({ picture: 'blank', sound: 'removed' })).toEqual(['sound_removed', 'picture_blanked'])
})
