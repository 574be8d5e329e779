import { describe, expect, it } from 'vitest'
import { defaultCategories } from '../categories.ts'
import { planPrivacy } from './privacy-plan.ts'

describe('planPrivacy', () => {
  it('does nothing without settings', () => {
    expect(planPrivacy({})).toEqual({
      picture: { kind: 'keep' },
      sound: { kind: 'keep', alters: false, beeps: false },
      categories: [],
      redactsTranscript: false,
      speakers: 'keep',
    })
  })

  it('prefers the stronger setting for pictures', () => {
    const all = {
      remove_video: true,
      blank_video: true,
      anonymize_video: 'blur_entire_video',
      video_name_blur: true,
    } as const
    expect(planPrivacy(all).picture).toEqual({ kind: 'remove' })
    expect(planPrivacy({ ...all, remove_video: false }).picture).toEqual({ kind: 'blank' })
    expect(planPrivacy({ ...all, remove_video: false, blank_video: false }).picture).toEqual({ kind: 'blur' })
  })

  it('covers faces together with on-screen names, and names alone', () => {
    expect(planPrivacy({ anonymize_video: 'blur_faces' }).picture).toEqual({
      kind: 'cover',
      faces: true,
      texts: true,
    })
    expect(planPrivacy({ video_name_blur: true }).picture).toMatchObject({ faces: false, texts: true })
    expect(planPrivacy({ redact_pii: true, pii_redaction_type: ['video'] }).picture).toMatchObject({
      texts: true,
    })
  })

  it('redacts transcript and sound unless one is chosen', () => {
    expect(planPrivacy({ redact_pii: true })).toMatchObject({
      sound: { beeps: true },
      redactsTranscript: true,
      categories: defaultCategories,
    })
    expect(planPrivacy({ redact_pii: true, pii_redaction_type: ['transcript'] })).toMatchObject({
      sound: { beeps: false },
      redactsTranscript: true,
    })
    expect(planPrivacy({ redact_pii: true, pii_redaction_type: ['audio'] })).toMatchObject({
      sound: { beeps: true },
      redactsTranscript: false,
    })
  })

  it('treats categories as a request to redact unless redaction is off', () => {
    expect(planPrivacy({ pii_redaction_category: [1, 4] })).toMatchObject({
      categories: [1, 4],
      redactsTranscript: true,
    })
    expect(planPrivacy({ redact_pii: false, pii_redaction_category: [1] }).categories).toEqual([])
  })

  it('does not beep sound that is removed', () => {
    expect(planPrivacy({ remove_audio: true, redact_pii: true, audio_modulation: true })).toMatchObject({
      sound: { kind: 'remove' },
      categories: [],
      redactsTranscript: false,
    })
  })
})
