/** The settings of a project as the form edits them, and what it has changed. Pure. */
import type { UpdateProject } from '@inlet/contract'
import type { ProjectSettings, Role, SharePreference } from '@inlet/contract/workspace'
import { isSame } from '../../ui/rebase-fields.ts'

export interface SettingsDraft {
  name: string
  share: SharePreference
  roles: readonly Role[]
  transcriptLanguage: string
  languages: string
  isLeftOutOfSearch: boolean
  isProtected: boolean
  privacy: PrivacyDraft
}

type StoredPrivacy = ProjectSettings['privacy']

/** Every setting that the form offers, with a value. */
export interface PrivacyDraft {
  redact_pii: boolean
  pii_redaction_type: readonly RedactedPart[]
  audio_modulation: boolean
  remove_audio: boolean
  anonymize_video: StoredPrivacy['anonymize_video'] & (string | null)
  video_name_blur: boolean
  blank_video: boolean
  remove_video: boolean
  speaker_anonymization: StoredPrivacy['speaker_anonymization'] & (string | null)
}

export type RedactedPart = 'transcript' | 'audio' | 'video'

/** What redact_pii redacts if nothing else was chosen. */
const defaultParts: readonly RedactedPart[] = ['transcript', 'audio']

const privacyOf = (stored: StoredPrivacy): PrivacyDraft => ({
  redact_pii: stored.redact_pii ?? false,
  pii_redaction_type: stored.pii_redaction_type?.length ? stored.pii_redaction_type : defaultParts,
  audio_modulation: stored.audio_modulation ?? false,
  remove_audio: stored.remove_audio ?? false,
  anonymize_video: stored.anonymize_video ?? null,
  video_name_blur: stored.video_name_blur ?? false,
  blank_video: stored.blank_video ?? false,
  remove_video: stored.remove_video ?? false,
  speaker_anonymization: stored.speaker_anonymization ?? null,
})

export const draftOf = (settings: ProjectSettings): SettingsDraft => ({
  name: settings.name,
  share: settings.project_share_preference,
  roles: settings.shared_roles,
  transcriptLanguage: settings.transcript_language,
  languages: settings.supported_languages.join(', '),
  isLeftOutOfSearch: settings.disable_search_ask_ai,
  isProtected: settings.auto_pii_enabled_at_project_level,
  privacy: privacyOf(settings.privacy),
})

/** What a new project has if nothing is chosen. */
export const newDraft = (languages: readonly string[]): SettingsDraft => ({
  name: '',
  share: 2,
  roles: [],
  transcriptLanguage: 'en-US',
  languages: languages.join(', '),
  isLeftOutOfSearch: false,
  isProtected: false,
  privacy: privacyOf({}),
})

/** Only what was changed, so that changes by others to other settings are kept. */
export function changesOf(first: SettingsDraft, draft: SettingsDraft): UpdateProject {
  const privacy = Object.entries(draft.privacy).filter(
    ([name, value]) => !isSame(value, first.privacy[name as keyof PrivacyDraft]),
  )
  const isSwitched = privacy.length > 0 || draft.isProtected !== first.isProtected
  return {
    ...(draft.name.trim() !== first.name && { name: draft.name.trim() }),
    ...changedSharing(first, draft),
    ...(draft.transcriptLanguage.trim() !== first.transcriptLanguage && {
      transcript_language: draft.transcriptLanguage.trim(),
    }),
    ...(draft.languages !== first.languages && {
      supported_languages: draft.languages.split(/[\s,;]+/).filter(Boolean),
    }),
    ...(draft.isLeftOutOfSearch !== first.isLeftOutOfSearch && {
      disable_search_ask_ai: draft.isLeftOutOfSearch,
    }),
    // A privacy setting that is sent without the switch turns it on.
    ...(isSwitched && { auto_pii_enabled_at_project_level: draft.isProtected }),
    ...(Object.fromEntries(privacy) as UpdateProject),
  }
}

function changedSharing(first: SettingsDraft, draft: SettingsDraft): UpdateProject {
  const hasRoles = draft.share === 4
  if (draft.share === first.share && (!hasRoles || isSame(draft.roles, first.roles))) return {}
  return { project_share_preference: draft.share, ...(hasRoles && { shared_roles: [...draft.roles] }) }
}
