/** Resolves a new project's settings from the request and the team's defaults. Pure. */
import { type CreateProject, PrivacySettings, type Role, roles, sharePreferences } from '@inlet/contract'

export interface TeamDefaults {
  default_share_preference: 1 | 2 | 4
  default_shared_roles: Role[]
  default_supported_languages: string[]
}

export interface ProjectSettings {
  name: string
  sharePreference: 1 | 2 | 4
  sharedRoles: Role[]
  supportedLanguages: string[]
  transcriptLanguage: string
  defaultAiLanguage: string
  disableSearchAskAi: boolean
  autoAiNotes: { selected_guides: string[]; is_enabled: true } | null
  autoPiiEnabled: boolean
  privacy: PrivacySettings
}

const fallbackLanguage = 'en-US'

export type SettingsResult =
  | { ok: true; settings: ProjectSettings }
  | { ok: false; field: string; message: string }

export function resolveSettings(request: CreateProject, team: TeamDefaults): SettingsResult {
  if (
    request.project_share_preference === sharePreferences.roles &&
    (request.shared_roles ?? []).length === 0
  ) {
    return { ok: false, field: 'shared_roles', message: 'is required with project_share_preference 4' }
  }
  const sharePreference = resolveSharing(request, team)
  const transcriptLanguage = request.transcript_language ?? fallbackLanguage
  const privacy = pickPrivacy(request)
  return {
    ok: true,
    settings: {
      name: request.name.trim(),
      sharePreference,
      sharedRoles: sharePreference === sharePreferences.roles ? resolveRoles(request, team) : [],
      supportedLanguages: request.supported_languages ?? team.default_supported_languages,
      transcriptLanguage,
      defaultAiLanguage: request.default_ai_language ?? transcriptLanguage,
      disableSearchAskAi: request.disable_search_ask_ai ?? false,
      autoAiNotes:
        request.auto_ai_notes_payload === undefined ? null : { selected_guides: [], is_enabled: true },
      autoPiiEnabled: request.auto_pii_enabled_at_project_level ?? Object.keys(privacy).length > 0,
      privacy,
    },
  }
}

/** Naming roles means sharing with exactly those roles, whatever the team's default is. */
function resolveSharing(request: CreateProject, team: TeamDefaults): 1 | 2 | 4 {
  if (request.project_share_preference !== undefined) return request.project_share_preference
  return request.shared_roles === undefined ? team.default_share_preference : sharePreferences.roles
}

function resolveRoles(request: CreateProject, team: TeamDefaults): Role[] {
  if (request.shared_roles === undefined) return team.default_shared_roles
  const known: number[] = Object.values(roles)
  return [...new Set(request.shared_roles)].filter((role): role is Role => known.includes(role))
}

/** A field counts as sent even when it is null. */
function pickPrivacy(request: CreateProject): PrivacySettings {
  const names = new Set(Object.keys(PrivacySettings.properties))
  return Object.fromEntries(Object.entries(request).filter(([name]) => names.has(name)))
}
