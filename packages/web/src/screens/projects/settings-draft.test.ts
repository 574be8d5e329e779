import type { ProjectSettings } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { changesOf, draftOf, newDraft } from './settings-draft.ts'

const settings: ProjectSettings = {
  id: 1,
  name: 'Study',
  project_share_preference: 2,
  shared_roles: [],
  supported_languages: ['en-US', 'de-DE'],
  transcript_language: 'en-US',
  default_ai_language: 'en-US',
  disable_search_ask_ai: false,
  has_auto_ai_notes: false,
  auto_pii_enabled_at_project_level: false,
  privacy: {},
  archived: false,
  external_id: null,
  metadata: null,
  created_at: '2026-11-18T08:00:00Z',
  is_manager: true,
  etag: '"a"',
}
const first = draftOf(settings)

it('sends nothing when nothing was changed', () => {
  expect(changesOf(first, draftOf(settings))).toEqual({})
})

it('sends a privacy setting with the switch, so that it does not turn it on', () => {
  const privacy = { ...first.privacy, redact_pii: true }
  expect(changesOf(first, { ...first, privacy })).toEqual({
    redact_pii: true,
    auto_pii_enabled_at_project_level: false,
  })
  expect(changesOf(first, { ...first, isProtected: true })).toEqual({
    auto_pii_enabled_at_project_level: true,
  })
})

it('sends roles only with sharing by role', () => {
  expect(changesOf(first, { ...first, share: 4, roles: [0] })).toEqual({
    project_share_preference: 4,
    shared_roles: [0],
  })
  expect(changesOf(first, { ...first, roles: [0] })).toEqual({})
  expect(changesOf(first, { ...first, share: 1 })).toEqual({ project_share_preference: 1 })
})

it('sends names and languages without spaces around them', () => {
  const draft = { ...first, name: ' New ', languages: 'fr-FR;  it-IT', transcriptLanguage: ' de-DE ' }
  expect(changesOf(first, draft)).toEqual({
    name: 'New',
    supported_languages: ['fr-FR', 'it-IT'],
    transcript_language: 'de-DE',
  })
})

it('sends only what was chosen for a new project', () => {
  const fresh = newDraft(['en-US', 'de-DE'])
  expect(changesOf(fresh, { ...fresh, name: ' Study ' })).toEqual({ name: 'Study' })
  expect(
    changesOf(fresh, {
      ...fresh,
      name: 'Study',
      transcriptLanguage: 'de-DE',
      languages: 'de-DE',
      isProtected: true,
      privacy: { ...fresh.privacy, redact_pii: true },
    }),
  ).toEqual({
    name: 'Study',
    transcript_language: 'de-DE',
    supported_languages: ['de-DE'],
    auto_pii_enabled_at_project_level: true,
    redact_pii: true,
  })
})
