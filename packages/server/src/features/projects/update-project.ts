import type { ManagedProject, UpdateProject } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { requireMatch } from '../../platform/http/etag.ts'
import { auditChange } from '../audit/audit.public.ts'
import {
  forbiddenCharactersMessage,
  hasForbiddenCharacters,
  readReferences,
} from '../uploads/uploads.public.ts'
import { viewManagedProject } from './managed-project.view.ts'
import { changeProject, lockSharedProject, type ManagedProjectRow } from './managed-projects.repo.ts'
import { changeSettings, needsOwner, type ProjectSettings, readProjectId } from './project.policy.ts'
import { isManager, requireManager } from './project-manager.ts'

export interface UpdateProjectInput {
  projectId: string
  changes: UpdateProject
  ifMatch: string | undefined
}

export async function updateProject(
  { db }: { db: Db },
  principal: Principal,
  { projectId, changes, ifMatch }: UpdateProjectInput,
): Promise<ManagedProject> {
  const references = readReferences(changes)
  return inTransaction(db, async (tx) => {
    const project = await requireManagedProject(tx, principal, projectId, changes)
    requireMatch(ifMatch, viewManagedProject(project))
    const changed = await changeProject(tx, project.id, {
      ...readSettings(project, changes),
      externalId: changes.external_id === undefined ? project.external_id : references.externalId,
      metadata: changes.metadata === undefined ? project.metadata : references.metadata,
      isArchived: changes.archived ?? project.is_archived,
    })
    const details = { fields: Object.keys(changes) }
    await auditChange(tx, principal, { action: 'projects.update', subject: `project ${project.id}`, details })
    return viewManagedProject(changed)
  })
}

/** A project that is shared with the principal, also an archived one. */
export async function lockManagedProject(
  tx: Tx,
  principal: Principal,
  projectId: string,
): Promise<ManagedProjectRow | undefined> {
  const id = readProjectId(projectId)
  return id === undefined ? undefined : lockSharedProject(tx, principal, id)
}

/** An archived project exists only for those who may bring it back, and only to be brought back. */
async function requireManagedProject(
  tx: Tx,
  principal: Principal,
  projectId: string,
  changes: UpdateProject,
): Promise<ManagedProjectRow> {
  const project = await lockManagedProject(tx, principal, projectId)
  if (!project) throw new AppError('project_not_found')
  const isRestorable = isManager(principal, project.owner_id) && changes.archived !== undefined
  if (project.is_archived && !isRestorable) throw new AppError('project_not_found')
  if (needsOwner(changes)) requireManager(principal, project.owner_id)
  return project
}

function readSettings(project: ManagedProjectRow, changes: UpdateProject): ProjectSettings {
  const changed = changeSettings(
    {
      name: project.name,
      sharePreference: project.share_preference,
      sharedRoles: project.shared_roles,
      supportedLanguages: project.supported_languages,
      transcriptLanguage: project.transcript_language,
      defaultAiLanguage: project.default_ai_language,
      disableSearchAskAi: project.disable_search_ask_ai,
      autoAiNotes: project.auto_ai_notes,
      autoPiiEnabled: project.auto_pii_enabled,
      privacy: project.privacy,
    },
    changes,
  )
  if (!changed.ok) throw invalidField(changed.field, changed.message)
  if (hasForbiddenCharacters(changed.settings.name)) throw invalidField('name', forbiddenCharactersMessage)
  return changed.settings
}
