import type { BegunSurvey, RouteBody, initializeSurvey as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { deleteSurveyFiles, insertSurveyFile } from '../files/files.public.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { hasForbiddenCharacters, newUploadKey } from '../uploads/uploads.public.ts'
import { describeParts } from './describe-survey-uploads.ts'
import { configProblems, mappingProblems, type Problem } from './survey.policy.ts'
import { viewBegunSurvey } from './survey.view.ts'
import { insertParts, listOpenParts } from './survey-parts.repo.ts'
import {
  findByIdempotencyKey,
  insertSurvey,
  type KnownSurvey,
  keepWaiting,
  type Survey,
} from './surveys.repo.ts'

type Request = RouteBody<typeof route>
interface Deps {
  db: Db
  store: ObjectStore
}

/** The upload that holds an idempotency key may be swept away just when it is looked for. */
const tries = 3

/** `isReplayed` is true when the idempotency key led to an upload that was there already. */
export async function initializeSurvey(
  deps: Deps,
  principal: Principal,
  input: Request,
): Promise<{ begun: BegunSurvey; isReplayed: boolean }> {
  const request = readRequest(input)
  const project = await requireOpenProject(deps.db, principal, request.project_id)
  const key = request.idempotency_key
  for (let i = 0; i < tries; i += 1) {
    const known = key === undefined ? undefined : await findByIdempotencyKey(deps.db, principal, key)
    if (known) return { begun: await replay(deps, principal, known), isReplayed: true }
    const survey = await createSurvey(deps.db, principal, project.id, request)
    if (survey) return { begun: await describeOpenParts(deps, survey), isReplayed: false }
  }
  throw new AppError('unavailable')
}

/** What the schema cannot say. */
function readRequest(input: Request): Request {
  const request = { ...input, name: input.name.trim() }
  const problems: Problem[] = [
    ...(request.name === '' ? [{ field: 'name', message: 'must not be blank' }] : []),
    ...(['name', 'idempotency_key'] as const)
      .filter((field) => hasForbiddenCharacters(request[field] ?? ''))
      .map((field) => ({ field, message: 'must not contain control characters' })),
    ...mappingProblems(request.column_mapping ?? {}),
    ...(request.media_config ? configProblems(request.media_config) : []),
  ]
  if (problems.length > 0) throw new AppError('invalid_request', { body: { details: problems } })
  return request
}

async function replay(deps: Deps, principal: Principal, known: KnownSurvey): Promise<BegunSurvey> {
  if (known.api_key_id !== principal.keyId) throw new AppError('idempotency_conflict')
  if (!known.is_open) throw new AppError('survey_not_found')
  await keepWaiting(deps.db, known.id)
  return describeOpenParts(deps, known)
}

/** Signed for the keys the parts have: what was uploaded to an earlier descriptor still counts. */
async function describeOpenParts({ db, store }: Deps, survey: Survey): Promise<BegunSurvey> {
  return viewBegunSurvey(survey, await describeParts(store, await listOpenParts(db, survey.id)))
}

/** Undefined when another call has taken the idempotency key first. */
function createSurvey(
  db: Db,
  principal: Principal,
  projectId: number,
  request: Request,
): Promise<Survey | undefined> {
  return inTransaction(db, async (tx) => {
    const fileId = await insertSurveyFile(tx, principal, { projectId, name: request.name })
    const survey = await insertSurvey(tx, principal, {
      fileId,
      projectId,
      idempotencyKey: request.idempotency_key ?? null,
      name: request.name,
      partCount: request.num_parts,
      columnMapping: request.column_mapping ?? {},
      autoMap: request.auto_map ?? false,
      addToResearchPanel: request.add_to_research_panel ?? true,
      mediaConfig: request.media_config ?? null,
    })
    if (survey) await insertParts(tx, survey.id, 1, Array.from({ length: request.num_parts }, newUploadKey))
    else await deleteSurveyFiles(tx, [fileId])
    return survey
  })
}
