import { type Static, Type } from 'typebox'
import { pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { ProjectQuery } from './record-list.ts'
import { referenceFields } from './references.ts'

/** Editor, viewer, team admin, collaborator. The numbers are part of the contract. */
export const roles = { fullSeat: 0, viewer: 2, admin: 3, collaborator: 4 } as const
export const Role = Type.Enum([0, 2, 3, 4])
export type Role = Static<typeof Role>

/** 1 only the owner; 2 everyone on the team; 4 the owner and the roles in `shared_roles`. */
export const sharePreferences = { private: 1, everyone: 2, roles: 4 } as const
export const SharePreference = Type.Enum([1, 2, 4])
export type SharePreference = Static<typeof SharePreference>

export const piiCategories = [1, 2, 3, 4, 5, 7, 10, 11, 13, 17, 18, 19, 20, 21, 22, 23, 24, 25] as const

/** BCP 47 language with a region, e.g. `en-US`, `zh-Hant-TW`, `es-419`. */
export const localePattern = '^[A-Za-z]{2,3}(-[A-Za-z]{4})?-([A-Za-z]{2}|[0-9]{3})$'
const Locale = Type.String({
  pattern: localePattern,
  description: 'Locale: a language with a region, such as en-US.',
})

/** Fields whose presence turns on the privacy settings of the project. */
export const PrivacySettings = Type.Object({
  redact_pii: Type.Optional(Type.Boolean()),
  pii_redaction_category: Type.Optional(
    Type.Array(Type.Enum(piiCategories), {
      description: 'Category ids; an empty list means the default categories.',
    }),
  ),
  pii_redaction_type: Type.Optional(Type.Array(Type.Enum(['audio', 'transcript', 'video']))),
  anonymize_video: Type.Optional(Type.Union([Type.Enum(['blur_faces', 'blur_entire_video']), Type.Null()])),
  audio_modulation: Type.Optional(Type.Boolean()),
  blank_video: Type.Optional(Type.Boolean()),
  remove_video: Type.Optional(Type.Boolean()),
  remove_audio: Type.Optional(Type.Boolean()),
  video_name_blur: Type.Optional(Type.Boolean()),
  speaker_anonymization: Type.Optional(
    Type.Union([Type.Enum(['only_participants', 'participants_and_researchers']), Type.Null()]),
  ),
})
export type PrivacySettings = Static<typeof PrivacySettings>

export const CreateProject = Type.Object({
  name: Type.String({
    maxLength: 200,
    pattern: '\\S',
    description: 'Name of the project. Leading and trailing white space is removed.',
  }),
  supported_languages: Type.Optional(
    Type.Array(Locale, { description: 'Languages spoken in the recordings. Default: those of the team.' }),
  ),
  transcript_language: Type.Optional(Locale),
  default_ai_language: Type.Optional(Locale),
  disable_search_ask_ai: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true: exclude the project from answers and searches across projects.',
    }),
  ),
  auto_ai_notes_payload: Type.Optional(
    Type.Object({}, { description: 'If present, even if empty, automatic notes are on.' }),
  ),
  project_share_preference: Type.Optional(SharePreference),
  shared_roles: Type.Optional(
    Type.Array(Type.Integer(), { description: 'Role ids for share preference 4; unknown ids are ignored.' }),
  ),
  auto_pii_enabled_at_project_level: Type.Optional(
    Type.Boolean({ description: 'Default: true when any privacy field is sent, else false.' }),
  ),
  ...PrivacySettings.properties,
  ...referenceFields,
})
export type CreateProject = Static<typeof CreateProject>

const Project = Type.Object({ id: Type.Integer(), name: Type.String() })

export const listProjects = defineRoute({
  operationId: 'projects.list',
  method: 'GET',
  path: '/api/v1/developer/import/projects',
  tag: 'Projects',
  summary: 'List the projects that this API key can import into',
  description:
    'Newest first. A personal key lists the projects its user can access; a team key lists the projects shared with the team. An empty list usually means that no project is shared.',
  scopes: ['project:read'],
  query: ProjectQuery,
  responses: { 200: pageOf('projects', Project) },
})

export const createProject = defineRoute({
  operationId: 'projects.create',
  method: 'POST',
  path: '/api/v1/developer/import/projects/create',
  tag: 'Projects',
  summary: 'Create a project',
  description:
    'The project belongs to the user of the API key. Sharing and languages default to the settings of the team. Requires the team setting allow_manual_project_creation.',
  scopes: ['project:write'],
  body: CreateProject,
  responses: { 201: Project },
})
