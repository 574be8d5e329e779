/** Resolves a new project's settings from the request and the team's defaults. Pure. */
import {
  type CreateProject,
  PrivacySettings,
  type Role,
  roles,
  sharePreferences,
  type UpdateProject,
} from '@inlet/contract'

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

/** A stored project's settings after a change; fields that are left out stay as they are. */
export function changeSettings(current: ProjectSettings, request: UpdateProject): SettingsResult {
  const sent = pickPrivacy(request)
  const sharePreference =
    request.project_share_preference ??
    (request.shared_roles === undefined ? current.sharePreference : sharePreferences.roles)
  const named = request.shared_roles === undefined ? current.sharedRoles : knownRoles(request.shared_roles)
  const sharedRoles = sharePreference === sharePreferences.roles ? named : []
  if (sharePreference === sharePreferences.roles && sharedRoles.length === 0)
    return { ok: false, field: 'shared_roles', message: 'is required with project_share_preference 4' }
  const notes = request.auto_ai_notes_payload
  return {
    ok: true,
    settings: {
      name: request.name?.trim() ?? current.name,
      sharePreference,
      sharedRoles,
      supportedLanguages: request.supported_languages ?? current.supportedLanguages,
      transcriptLanguage: request.transcript_language ?? current.transcriptLanguage,
      defaultAiLanguage: request.default_ai_language ?? current.defaultAiLanguage,
      disableSearchAskAi: request.disable_search_ask_ai ?? current.disableSearchAskAi,
      autoAiNotes:
        notes === undefined ? current.autoAiNotes : notes && { selected_guides: [], is_enabled: true },
      autoPiiEnabled:
        request.auto_pii_enabled_at_project_level ?? (current.autoPiiEnabled || Object.keys(sent).length > 0),
      privacy: { ...current.privacy, ...sent },
    },
  }
}

/** Sharing and archiving are decisions of the owner and of team admins. */
export const needsOwner = (request: UpdateProject): boolean =>
  request.project_share_preference !== undefined ||
  request.shared_roles !== undefined ||
  request.archived !== undefined

/** Naming roles means sharing with exactly those roles, whatever the team's default is. */
function resolveSharing(request: CreateProject, team: TeamDefaults): 1 | 2 | 4 {
  if (request.project_share_preference !== undefined) return request.project_share_preference
  return request.shared_roles === undefined ? team.default_share_preference : sharePreferences.roles
}

function resolveRoles(request: CreateProject, team: TeamDefaults): Role[] {
  if (request.shared_roles === undefined) return team.default_shared_roles
  return knownRoles(request.shared_roles)
}

function knownRoles(sent: readonly number[]): Role[] {
  const known: number[] = Object.values(roles)
  return [...new Set(sent)].filter((role): role is Role => known.includes(role))
}

/** A field counts as sent even when it is null. */
function pickPrivacy(request: CreateProject | UpdateProject): PrivacySettings {
  const names = new Set(Object.keys(PrivacySettings.properties))
  return Object.fromEntries(Object.entries(request).filter(([name]) => names.has(name)))
}

/** The id in a path; undefined for anything that cannot be one. */
export function readProjectId(text: string): number | undefined {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return id > 0 ? id : undefined
}
