import type { PrivacySettings } from '@inlet/contract'

/**
 * Notices for a document or image imported with these privacy settings. The settings apply to recordings only, so a
 * project that hides identities must not suggest that its documents are redacted.
 */
export function documentNotices(snapshot: { is_on: boolean; settings: PrivacySettings } | null): string[] {
  if (!snapshot?.is_on) return []
  const { anonymize_video, video_name_blur, speaker_anonymization } = snapshot.settings
  const hidesPeople =
    redacts(snapshot.settings) || anonymize_video || video_name_blur || speaker_anonymization
  return hidesPeople ? ['documents_not_redacted'] : []
}

/** As for recordings, naming categories or types to redact enables redaction. */
function redacts({ redact_pii, pii_redaction_category, pii_redaction_type }: PrivacySettings): boolean {
  return redact_pii ?? ((pii_redaction_category ?? []).length > 0 || (pii_redaction_type ?? []).length > 0)
}
