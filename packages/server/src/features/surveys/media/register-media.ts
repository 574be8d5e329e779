import type { MediaChoice, RegisteredMediaFile } from '@inlet/contract'
import type { Principal } from '../../../platform/auth/principal.ts'
import type { Config } from '../../../platform/config/config.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Memory } from '../../../platform/idempotency/run-once.ts'
import {
  forbiddenCharactersMessage,
  hasForbiddenCharacters,
  newUploadKey,
} from '../../uploads/uploads.public.ts'
import { requireOpenSurvey } from '../open-survey.ts'
import { hasMedia, type MediaName, type Problem, readMediaNames } from '../survey.policy.ts'
import { nextSurveyStatus } from '../survey.state.ts'
import { keepWaiting, lockSurvey } from '../surveys.repo.ts'
import {
  checkMediaChoices,
  describeRegistered,
  type MediaUploadDeps,
  planUploads,
} from './describe-registered.ts'
import { countMedia, insertMedia } from './survey-media.repo.ts'

/** Maximum number of invalid names in an error. */
const maxProblems = 100

/** Descriptors for missing files: new names, and registered ones that are not uploaded yet, with their existing key. */
export async function registerMedia(
  deps: MediaUploadDeps & {
    config: Pick<Config, 'INLET_MEDIA_PER_SURVEY'>
    memory?: Pick<Memory<object>, 'remember' | 'rememberStep'>
  },
  principal: Principal,
  input: { uploadKey: string; files: readonly (string | MediaChoice)[] },
): Promise<RegisteredMediaFile[]> {
  const names = readNames(input.files.map((file) => (typeof file === 'string' ? file : file.filename)))
  const choices = await checkMediaChoices(deps, input.files)
  const { INLET_MEDIA_PER_SURVEY: maxFiles } = deps.config
  const survey = await requireOpenSurvey(deps.db, principal, input.uploadKey)
  const { media_config, column_mapping, has_media_column } = survey
  if (!has_media_column && !hasMedia(media_config, column_mapping)) throw new AppError('media_not_expected')
  const media = names.map((name) => ({ ...name, uploadKey: newUploadKey() }))
  const registered = await inTransaction(deps.db, async (tx) => {
    const status = await lockSurvey(tx, survey.id)
    if (!status) throw new AppError('survey_not_found')
    if (!nextSurveyStatus(status, 'registerMedia')) throw new AppError('media_not_accepted')
    await keepWaiting(tx, survey.id)
    const pending = await insertMedia(tx, survey.id, media)
    refuseTooMany(await countMedia(tx, survey.id), maxFiles)
    const plan = await planUploads(tx, pending, choices)
    // If uploads are to be started in the store, the call is not finished yet. A repetition performs it again: known files
    // keep their record, and an upload with the same type and size continues.
    await (plan.started.length > 0 ? deps.memory?.rememberStep : deps.memory?.remember)?.(tx, {})
    return { ...plan, media: pending, choices, uploadKey: input.uploadKey }
  })
  const described = await describeRegistered(deps, principal, registered)
  const { memory } = deps
  if (memory && registered.started.length > 0) await inTransaction(deps.db, (tx) => memory.remember(tx, {}))
  return described
}

/** Throwing rolls the registration back, so that a call registers all of its files or none. */
function refuseTooMany(count: number, maxFiles: number): void {
  if (count <= maxFiles) return
  const [total, limit] = [count, maxFiles].map((n) => n.toLocaleString('en'))
  throw new AppError('too_many_media_files', {
    message: `With these files the upload would have ${total} media files; the limit is ${limit}. Nothing was registered. Send fewer files, and import the others with another survey.`,
  })
}

function readNames(files: readonly string[]): MediaName[] {
  const { names, problems } = readMediaNames(files)
  const forbidden: Problem[] = files.flatMap((file, i) =>
    hasForbiddenCharacters(file) ? [{ field: `files.${i}`, message: forbiddenCharactersMessage }] : [],
  )
  const all = [...forbidden, ...problems]
  if (all.length > 0) throw new AppError('invalid_request', { body: { details: all.slice(0, maxProblems) } })
  return names
}
