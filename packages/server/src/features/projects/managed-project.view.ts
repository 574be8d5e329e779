import type { ManagedProject, ProjectRecord } from '@inlet/contract'
import type { CountedProjectRow, ManagedProjectRow } from './managed-projects.repo.ts'

export const viewManagedProject = (project: ManagedProjectRow): ManagedProject => ({
  id: project.id,
  name: project.name,
  project_share_preference: project.share_preference,
  shared_roles: project.shared_roles,
  supported_languages: project.supported_languages,
  transcript_language: project.transcript_language,
  default_ai_language: project.default_ai_language,
  disable_search_ask_ai: project.disable_search_ask_ai,
  has_auto_ai_notes: project.auto_ai_notes !== null,
  auto_pii_enabled_at_project_level: project.auto_pii_enabled,
  privacy: project.privacy,
  archived: project.is_archived,
  external_id: project.external_id,
  metadata: project.metadata,
  created_at: project.created_at.toISOString(),
})

export function viewProjectRecord(project: CountedProjectRow): ProjectRecord {
  const { audio, video, document, image, insight, survey } = project
  return { ...viewManagedProject(project), counts: { audio, video, document, image, insight, survey } }
}
