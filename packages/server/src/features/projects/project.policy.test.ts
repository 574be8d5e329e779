import { type CreateProject, PrivacySettings, type UpdateProject } from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import {
  changeSettings,
  needsOwner,
  type ProjectSettings,
  readProjectId,
  resolveSettings,
  type TeamDefaults,
} from './project.policy.ts'

const team: TeamDefaults = {
  default_share_preference: 2,
  default_shared_roles: [],
  default_supported_languages: ['de-DE', 'fr-FR'],
}
const sharingTeam: TeamDefaults = { ...team, default_share_preference: 4, default_shared_roles: [0, 3] }

function settingsOf(request: Partial<CreateProject>, defaults = team) {
  const result = resolveSettings({ name: 'Study', ...request }, defaults)
  if (!result.ok) throw new Error(`${result.field} ${result.message}`)
  return result.settings
}

describe('resolveSettings', () => {
  it('fills in every default', () => {
    expect(settingsOf({})).toEqual({
      name: 'Study',
      sharePreference: 2,
      sharedRoles: [],
      supportedLanguages: ['de-DE', 'fr-FR'],
      transcriptLanguage: 'en-US',
      defaultAiLanguage: 'en-US',
      disableSearchAskAi: false,
      autoAiNotes: null,
      autoPiiEnabled: false,
      privacy: {},
    })
  })

  it('trims the name', () => {
    expect(settingsOf({ name: '\t Study one \n' }).name).toBe('Study one')
  })

  it('keeps languages as sent and defaults the answer language to the transcript language', () => {
    expect(settingsOf({ supported_languages: [] }).supportedLanguages).toEqual([])
    expect(settingsOf({ transcript_language: 'ja-JP' })).toMatchObject({
      transcriptLanguage: 'ja-JP',
      defaultAiLanguage: 'ja-JP',
    })
    expect(settingsOf({ default_ai_language: 'es-419' })).toMatchObject({
      transcriptLanguage: 'en-US',
      defaultAiLanguage: 'es-419',
    })
  })

  it('enables notes when the field is present, whatever its value', () => {
    const on = { selected_guides: [], is_enabled: true }
    expect(settingsOf({ auto_ai_notes_payload: {} }).autoAiNotes).toEqual(on)
    expect(settingsOf({ auto_ai_notes_payload: { is_enabled: false } as object }).autoAiNotes).toEqual(on)
  })
})

describe('sharing', () => {
  it('follows the team default unless the request overrides it', () => {
    expect(settingsOf({}, sharingTeam)).toMatchObject({ sharePreference: 4, sharedRoles: [0, 3] })
    expect(settingsOf({ shared_roles: [4] }, sharingTeam)).toMatchObject({
      sharePreference: 4,
      sharedRoles: [4],
    })
    expect(settingsOf({ project_share_preference: 1 }, sharingTeam)).toMatchObject({
      sharePreference: 1,
      sharedRoles: [],
    })
  })

  it('uses the named roles without a preference, never the wider team default', () => {
    for (const defaults of [team, sharingTeam])
      for (const [sent, kept] of [
        [[3], [3]],
        [[99], []],
        [[], []],
      ])
        expect(settingsOf({ shared_roles: sent as number[] }, defaults)).toMatchObject({
          sharePreference: 4,
          sharedRoles: kept,
        })
  })

  it('drops unknown and duplicate roles', () => {
    const { sharedRoles } = settingsOf({
      project_share_preference: 4,
      shared_roles: [3, 1, 0, 3, 99, -1, 4, 2],
    })
    expect(sharedRoles).toEqual([3, 0, 4, 2])
  })

  it('stores no roles for a preference without roles', () => {
    for (const preference of [1, 2] as const)
      expect(settingsOf({ project_share_preference: preference, shared_roles: [0, 3] }).sharedRoles).toEqual(
        [],
      )
  })

  it.each([undefined, []])('by roles is rejected with the roles %j, whatever the team default', (roles) => {
    for (const defaults of [team, sharingTeam]) {
      const request = {
        name: 'Study',
        project_share_preference: 4 as const,
        ...(roles && { shared_roles: roles }),
      }
      expect(resolveSettings(request, defaults)).toEqual({
        ok: false,
        field: 'shared_roles',
        message: 'is required with project_share_preference 4',
      })
    }
  })
})

describe('privacy', () => {
  it.each(Object.keys(PrivacySettings.properties))('is enabled by sending %s, even as null', (name) => {
    for (const value of [null, false, []])
      expect(settingsOf({ [name]: value })).toMatchObject({
        autoPiiEnabled: true,
        privacy: { [name]: value },
      })
  })

  it('stays disabled when requested and still stores the other fields', () => {
    const settings = settingsOf({ auto_pii_enabled_at_project_level: false, redact_pii: true })
    expect(settings).toMatchObject({ autoPiiEnabled: false, privacy: { redact_pii: true } })
  })

  it('is enabled by its own field alone', () => {
    const settings = settingsOf({ auto_pii_enabled_at_project_level: true })
    expect(settings).toMatchObject({ autoPiiEnabled: true, privacy: {} })
  })

  it('stores only privacy fields', () => {
    const request = { disable_search_ask_ai: true, unknown: 1 }
    expect(settingsOf(request).privacy).toEqual({})
  })
})

describe('changed settings', () => {
  const current: ProjectSettings = {
    name: 'Old',
    sharePreference: 4,
    sharedRoles: [3],
    supportedLanguages: ['de-DE'],
    transcriptLanguage: 'de-DE',
    defaultAiLanguage: 'de-DE',
    disableSearchAskAi: true,
    autoAiNotes: { selected_guides: [], is_enabled: true },
    autoPiiEnabled: false,
    privacy: { redact_pii: false },
  }
  const change = (request: UpdateProject) => {
    const result = changeSettings(current, request)
    return result.ok ? result.settings : result.field
  }

  it('stay as they are unless they are sent', () => {
    expect(change({})).toEqual(current)
    expect(change({ name: ' New ' })).toEqual({ ...current, name: 'New' })
  })

  it('turn privacy on with any privacy field, unless the switch is sent', () => {
    const privacy = { redact_pii: false, blank_video: true }
    expect(change({ blank_video: true })).toEqual({ ...current, autoPiiEnabled: true, privacy })
    expect(change({ blank_video: true, auto_pii_enabled_at_project_level: false })).toEqual({
      ...current,
      privacy,
    })
  })

  it('keep roles only while the project is shared with roles', () => {
    expect(change({ project_share_preference: 2 })).toMatchObject({ sharePreference: 2, sharedRoles: [] })
    expect(change({ shared_roles: [0, 99] })).toMatchObject({ sharePreference: 4, sharedRoles: [0] })
    expect(change({ shared_roles: [99] })).toBe('shared_roles')
  })

  it('turn notes off with null', () => {
    expect(change({ auto_ai_notes_payload: null })).toMatchObject({ autoAiNotes: null })
  })

  it('need the owner if they share or archive', () => {
    expect([{}, { name: 'a' }, { blank_video: true }].some(needsOwner)).toBe(false)
    expect(
      [{ archived: false }, { shared_roles: [] }, { project_share_preference: 1 as const }].every(needsOwner),
    ).toBe(true)
  })
})

it('reads the id of a project from a path', () => {
  expect(['42', '0', '-1', '1e3', '1.5', '', '9'.repeat(16)].map(readProjectId)).toEqual([
    42,
    ...Array.from({ length: 6 }),
  ])
})
