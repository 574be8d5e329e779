import { type Static, Type } from 'typebox'
import { CreateProject, Role, SharePreference } from '../import/projects.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'

const Time = Type.String({ format: 'date-time' })
const Count = Type.Integer({ minimum: 0 })

export const ProjectOverview = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  share_preference: SharePreference,
  shared_roles: Type.Array(Role),
  owner: Type.Object({ id: Type.Integer(), name: Type.String() }),
  is_mine: Type.Boolean(),
  /** Drafts of other people and uploads that were never completed are not counted. */
  counts: Type.Object({
    audio: Count,
    video: Count,
    document: Count,
    image: Count,
    insight: Count,
    survey: Count,
  }),
  working: Count,
  failed: Count,
  created_at: Time,
  changed_at: Type.String({ format: 'date-time', description: 'Accurate to ten seconds.' }),
})
export type ProjectOverview = Static<typeof ProjectOverview>

export const listProjects = defineWorkspaceRoute({
  operationId: 'projects.list',
  method: 'GET',
  path: '/projects',
  summary: 'List accessible projects, most recently changed first',
  query: CursorQuery,
  responses: { 200: cursorPageOf('projects', ProjectOverview) },
})

const ProjectParams = Type.Object({ project_id: Type.String() })

export const getProject = defineWorkspaceRoute({
  operationId: 'projects.get',
  method: 'GET',
  path: '/projects/{project_id}',
  summary: 'Get one project with its settings',
  params: ProjectParams,
  responses: {
    200: Type.Object({
      ...ProjectOverview.properties,
      transcript_language: Type.String(),
      supported_languages: Type.Array(Type.String()),
      is_privacy_on: Type.Boolean({
        description: 'New recordings are protected before anyone can see them.',
      }),
      unusable_recordings: Type.Union([Type.Enum(['all', 'audio']), Type.Null()], {
        description: 'New recordings whose privacy settings leave nothing to play.',
      }),
    }),
  },
})

export const createProject = defineWorkspaceRoute({
  operationId: 'projects.create',
  method: 'POST',
  path: '/projects',
  summary: 'Create a project',
  body: CreateProject,
  responses: { 201: Type.Object({ id: Type.Integer(), name: Type.String() }) },
})
