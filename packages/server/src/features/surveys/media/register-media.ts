import type { MediaDescriptor } from '@inlet/contract'
import type { Principal } from '../../../platform/auth/principal.ts'
import type { Config } from '../../../platform/config/config.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Remember } from '../../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import {
  forbiddenCharactersMessage,
  hasForbiddenCharacters,
  newUploadKey,
} from '../../uploads/uploads.public.ts'
import { describeAllMedia } from '../describe-survey-uploads.ts'
import { requireOpenSurvey } from '../open-survey.ts'
import { hasMedia, type MediaName, type Problem, readMediaNames } from '../survey.policy.ts'
import { nextSurveyStatus } from '../survey.state.ts'
import { keepWaiting, lockSurvey } from '../surveys.repo.ts'
import { countMedia, insertMedia } from './survey-media.repo.ts'

/** Maximum number of invalid names in an error. */
const maxProblems = 100

/** Descriptors for missing files: new names, and registered ones that are not uploaded yet, with their existing key. */
export async function registerMedia(
  deps: {
    db: Db
    store: ObjectStore
    config: Pick<Config, 'INLET_MEDIA_PER_SURVEY'>
    remember?: Remember<object>
  },
  principal: Principal,
  input: { uploadKey: string; files: readonly string[] },
): Promise<MediaDescriptor[]> {
  const names = readNames(input.files)
  const { INLET_MEDIA_PER_SURVEY: maxFiles } = deps.config
  const survey = await requireOpenSurvey(deps.db, principal, input.uploadKey)
  const { media_config, column_mapping, has_media_column } = survey
  if (!has_media_column && !hasMedia(media_config, column_mapping)) throw new AppError('media_not_expected')
  const media = names.map((name) => ({ ...name, uploadKey: newUploadKey() }))
  const pending = await inTransaction(deps.db, async (tx) => {
    const status = await lockSurvey(tx, survey.id)
    if (!status) throw new AppError('survey_not_found')
    if (!nextSurveyStatus(status, 'registerMedia')) throw new AppError('media_not_accepted')
    await keepWaiting(tx, survey.id)
    const inserted = await insertMedia(tx, survey.id, media)
    refuseTooMany(await countMedia(tx, survey.id), maxFiles)
    await deps.remember?.(tx, {})
    return inserted
  })
  return describeAllMedia(deps.store, pending)
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
