/** Reading and changing projects. */
import { type Static, Type } from 'typebox'
import { orNull } from '../import/or-null.ts'
import { CreateProject, PrivacySettings, Role, SharePreference } from '../import/projects.ts'
import { Metadata, referenceChanges } from '../import/references.ts'
import { Count, flag, nextCursor, pageParameters } from '../results/shapes.ts'
import { defineRoute } from '../route.ts'

const path = '/api/v1/developer/projects'

export const ManagedProject = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  project_share_preference: SharePreference,
  shared_roles: Type.Array(Role),
  supported_languages: Type.Array(Type.String()),
  transcript_language: Type.String(),
  default_ai_language: Type.String(),
  disable_search_ask_ai: Type.Boolean(),
  has_auto_ai_notes: Type.Boolean(),
  auto_pii_enabled_at_project_level: Type.Boolean(),
  privacy: PrivacySettings,
  archived: Type.Boolean(),
  external_id: orNull(Type.String()),
  metadata: orNull(Metadata),
  created_at: Type.String({ format: 'date-time', description: 'In UTC, ending in Z.' }),
})
export type ManagedProject = Static<typeof ManagedProject>

export const ProjectRecord = Type.Object({
  ...ManagedProject.properties,
  counts: Type.Object(
    { audio: Count, video: Count, document: Count, image: Count, insight: Count, survey: Count },
    {
      description:
        'Uploaded records by kind. Drafts of others are not counted, nor uploads that were not completed.',
    },
  ),
})
export type ProjectRecord = Static<typeof ProjectRecord>

export const listManagedProjects = defineRoute({
  operationId: 'projects.listManaged',
  method: 'GET',
  path,
  tag: 'Projects',
  summary: 'List projects with their settings, newest first',
  description:
    'Lists the projects that the API key can access, with settings, sharing and counts by kind. With archived=true, lists the archived projects that the key can unarchive: those that its user owns and, for team admins, those that are shared with its user.',
  scopes: ['project:manage'],
  query: Type.Object({
    ...pageParameters,
    archived: flag('Only archived projects that the API key can unarchive.'),
  }),
  responses: { 200: Type.Object({ projects: Type.Array(ProjectRecord), next_cursor: nextCursor }) },
})

export const getProjectRecord = defineRoute({
  operationId: 'projects.get',
  method: 'GET',
  path: `${path}/{project_id}`,
  tag: 'Projects',
  summary: 'Get a project with its settings',
  description: 'Returns settings, sharing and counts by kind. An archived project gives 404.',
  scopes: ['project:manage'],
  isConditional: true,
  params: Type.Object({ project_id: Type.String() }),
  responses: { 200: ProjectRecord },
})

const { name, auto_ai_notes_payload: _, ...settings } = CreateProject.properties

export const UpdateProject = Type.Object({
  name: Type.Optional(name),
  ...settings,
  ...referenceChanges,
  auto_ai_notes_payload: Type.Optional(
    orNull(Type.Object({}), 'An object, even an empty one, turns automatic notes on; null turns them off.'),
  ),
  archived: Type.Optional(
    Type.Boolean({
      description: 'true: the project disappears from every list and takes no imports. false brings it back.',
    }),
  ),
})
export type UpdateProject = Static<typeof UpdateProject>

export const updateProject = defineRoute({
  operationId: 'projects.update',
  method: 'PATCH',
  path: `${path}/{project_id}`,
  tag: 'Projects',
  summary: 'Change the settings of a project, archive it or bring it back',
  description:
    'Fields that are left out stay as they are; null clears external_id and metadata. Privacy settings act on recordings imported afterwards; sending one turns them on, unless auto_pii_enabled_at_project_level is false. Sharing and archiving need a personal key of the owner of the project or of a team admin. With If-Match the change is refused with 412 if the project has changed since it had that ETag.',
  scopes: ['project:manage'],
  isConditional: true,
  params: Type.Object({ project_id: Type.String() }),
  body: UpdateProject,
  responses: { 200: ManagedProject },
})
