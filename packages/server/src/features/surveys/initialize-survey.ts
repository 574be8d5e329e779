import type {
  BegunSurvey,
  ComparedField,
  InitializedSurvey,
  RouteBody,
  initializeSurvey as route,
} from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { deleteSurveyFiles, insertSurveyFile } from '../files/files.public.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { type QuotaConfig, requireFreeStorage } from '../team/team.public.ts'
import {
  forbiddenCharactersMessage,
  hasForbiddenCharacters,
  newUploadKey,
  referenceProblems,
  toReferences,
} from '../uploads/uploads.public.ts'
import { describeParts } from './describe-survey-uploads.ts'
import { configProblems, mappingProblems, mismatchedFields, type Problem } from './survey.policy.ts'
import { viewBegunSurvey } from './survey.view.ts'
import { insertParts } from './survey-parts.repo.ts'
import {
  findByIdempotencyKey,
  insertSurvey,
  type KnownSurvey,
  keepWaiting,
  releaseIdempotencyKey,
  type Survey,
} from './surveys.repo.ts'

type Request = RouteBody<typeof route>
interface Deps {
  db: Db
  store: ObjectStore
  config: QuotaConfig
  remember?: Remember<SurveyOutcome>
}

export interface SurveyOutcome {
  uploadKey: string
  mismatch?: ComparedField[] | undefined
}

/** The upload with this idempotency key may be removed by the sweeper in between. */
const tries = 3

/** `isReplayed` is true when the idempotency key matched an existing upload. */
export async function initializeSurvey(
  deps: Deps,
  principal: Principal,
  input: Request,
  /** Header rows confirmed in the preview, which take precedence over the mapping. */
  { confirmedHeaderRows }: { confirmedHeaderRows: number | null } = { confirmedHeaderRows: null },
): Promise<{ begun: InitializedSurvey; isReplayed: boolean }> {
  const request = readRequest(input)
  const project = await requireOpenProject(deps.db, principal, request.project_id)
  const key = request.idempotency_key
  for (let i = 0; i < tries; i += 1) {
    const known = key === undefined ? undefined : await findByIdempotencyKey(deps.db, principal, key)
    if (known) return { begun: await replay(deps, principal, request, known), isReplayed: true }
    await requireFreeStorage(deps, principal.teamId)
    const created = await createSurvey(deps, principal, project.id, { ...request, confirmedHeaderRows })
    if (created) return { begun: await describeUpload(deps.store, created), isReplayed: false }
  }
  throw new AppError('unavailable')
}

/** Checks that the schema cannot express. */
function readRequest(request: Request): Request {
  const isBlank = request.name.trim() === ''
  const problems: Problem[] = [
    ...(isBlank ? [{ field: 'name', message: 'must not be blank' }] : []),
    ...(isBlank ? (['idempotency_key'] as const) : (['name', 'idempotency_key'] as const))
      .filter((field) => hasForbiddenCharacters(request[field] ?? ''))
      .map((field) => ({ field, message: forbiddenCharactersMessage })),
    ...mappingProblems(request.column_mapping ?? {}),
    ...(request.media_config ? configProblems(request.media_config) : []),
    ...referenceProblems(request),
  ]
  if (problems.length > 0) throw new AppError('invalid_request', { body: { details: problems } })
  return request
}

async function replay(
  deps: Deps,
  principal: Principal,
  request: Request,
  known: KnownSurvey,
): Promise<InitializedSurvey> {
  if (known.api_key_id !== principal.keyId) throw new AppError('idempotency_conflict')
  if (!known.is_open) throw new AppError('survey_not_found')
  await keepWaiting(deps.db, known.id)
  const mismatch = mismatchedFields(request, known)
  // Signed for the existing keys, so that uploads to an earlier descriptor still count.
  const begun = await describeUpload(deps.store, { survey: known, parts: known.open_parts })
  return mismatch.length > 0 ? { ...begun, idempotency_mismatch: mismatch } : begun
}

interface OpenUpload {
  survey: Survey
  parts: readonly { number: number; upload_key: string }[]
}

async function describeUpload(store: Deps['store'], { survey, parts }: OpenUpload): Promise<BegunSurvey> {
  return viewBegunSurvey(survey, await describeParts(store, parts))
}

/** Undefined when a concurrent call used the idempotency key first. */
function createSurvey(
  { db, remember }: Deps,
  principal: Principal,
  projectId: number,
  request: Request & { confirmedHeaderRows: number | null },
): Promise<OpenUpload | undefined> {
  const key = request.idempotency_key
  const references = toReferences(request)
  const parts = Array.from({ length: request.num_parts }, (_, i) => ({
    number: i + 1,
    upload_key: newUploadKey(),
  }))
  return inTransaction(db, async (tx) => {
    if (key !== undefined) await releaseIdempotencyKey(tx, principal, key)
    const fileId = await insertSurveyFile(tx, principal, { projectId, name: request.name, ...references })
    const survey = await insertSurvey(tx, principal, {
      fileId,
      projectId,
      idempotencyKey: key ?? null,
      name: request.name,
      partCount: request.num_parts,
      columnMapping: request.column_mapping ?? {},
      autoMap: request.auto_map ?? false,
      addToResearchPanel: request.add_to_research_panel ?? true,
      mediaConfig: request.media_config ?? null,
      confirmedHeaderRows: request.confirmedHeaderRows,
      ...references,
    })
    if (!survey) {
      await deleteSurveyFiles(tx, [fileId])
      return undefined
    }
    const keys = parts.map(({ upload_key }) => upload_key)
    await insertParts(tx, survey.id, 1, keys)
    await remember?.(tx, { uploadKey: survey.upload_key })
    return { survey, parts }
  })
}
