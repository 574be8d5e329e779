import type { PrivacySettings } from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import { documentNotices } from './document-notices.policy.ts'

const said = ['documents_not_redacted']
const of = (settings: PrivacySettings) => documentNotices({ is_on: true, settings })

describe('documentNotices', () => {
  it('reports unredacted documents when the project hides identities', () => {
    expect(of({ redact_pii: true })).toEqual(said)
    expect(of({ pii_redaction_type: ['audio'] })).toEqual(said)
    expect(of({ anonymize_video: 'blur_faces' })).toEqual(said)
    expect(of({ video_name_blur: true })).toEqual(said)
    expect(of({ speaker_anonymization: 'only_participants' })).toEqual(said)
  })

  it('reports nothing when no setting could affect a document', () => {
    expect(of({})).toEqual([])
    expect(of({ redact_pii: false, pii_redaction_category: [1] })).toEqual([])
    expect(
      of({ redact_pii: false, anonymize_video: null, audio_modulation: true, remove_video: true }),
    ).toEqual([])
  })

  it('reports nothing while the settings are disabled or unknown', () => {
    expect(documentNotices({ is_on: false, settings: { redact_pii: true } })).toEqual([])
    expect(documentNotices(null)).toEqual([])
  })
})
