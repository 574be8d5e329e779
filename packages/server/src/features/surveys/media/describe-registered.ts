/** The upload descriptors of registered media files: forms for names, and what was asked for otherwise. */
import type { MediaChoice, MultipartUpload, RegisteredMediaFile, UploadDescriptor } from '@inlet/contract'
import type { Principal } from '../../../platform/auth/principal.ts'
import type { Db } from '../../../platform/db/database.ts'
import { invalidField } from '../../../platform/errors.ts'
import { mapBounded } from '../../../platform/map-bounded.ts'
import type { QuotaConfig } from '../../team/team.public.ts'
import {
  listMultipart,
  readPartPlan,
  redescribeUpload,
  requireMultipart,
  startUpload,
  type UploadDeps,
} from '../../uploads/uploads.public.ts'
import { describeAllMedia } from '../describe-survey-uploads.ts'
import { mediaNameKey } from '../survey.policy.ts'
import { mediaRule, mediaUploadOwner } from './media-upload.ts'
import type { Media } from './survey-media.repo.ts'

export type MediaUploadDeps = UploadDeps & { db: Db; config: QuotaConfig }

/** Each is created in the store, and its response has up to 100 URLs. */
const maxMultipartFiles = 100
const startsAtOnce = 8

/** By name in NFC. */
export type MediaChoices = ReadonlyMap<string, MediaChoice>

/** Before anything is registered. */
export async function checkMediaChoices(
  deps: UploadDeps,
  files: readonly (string | MediaChoice)[],
): Promise<MediaChoices> {
  let multipart = 0
  for (const [i, file] of files.entries()) {
    if (typeof file === 'string' || file.upload_type !== 'multipart') continue
    multipart += 1
    if (file.size_bytes === undefined)
      throw invalidField(`files.${i}.size_bytes`, 'is required with upload_type multipart')
    readPartPlan(mediaRule({ key: mediaNameKey(file.filename) }), file.size_bytes)
  }
  if (multipart > maxMultipartFiles)
    throw invalidField('files', `must have at most ${maxMultipartFiles} entries with upload_type multipart`)
  if (multipart > 0) await requireMultipart(deps)
  return choicesOf(files)
}

const choicesOf = (files: readonly (string | MediaChoice)[]): MediaChoices =>
  new Map(files.flatMap((file) => (typeof file === 'string' ? [] : [[mediaNameKey(file.filename), file]])))

interface UploadPlan {
  /** Get a form. */
  plain: Media[]
  /** Their uploads are started or continued in the store. */
  started: Media[]
}

export async function planUploads(
  db: Db,
  media: readonly Media[],
  choices: MediaChoices,
): Promise<UploadPlan> {
  const multipart = await multipartKeys(db, media)
  const [plain, started] = partition(
    media,
    ({ key, upload_key }) => choices.get(key)?.upload_type !== 'multipart' && !multipart.has(upload_key),
  )
  return { plain, started }
}

async function multipartKeys(db: Db, media: readonly Media[]): Promise<Set<string>> {
  const uploads = await listMultipart(
    db,
    media.map(({ upload_key }) => upload_key),
  )
  return new Set(uploads.map(({ key }) => key))
}

interface RegisteredFiles extends UploadPlan {
  uploadKey: string
  media: readonly Media[]
  choices: MediaChoices
}

/**
 * In the order of the files. They are registered already, so a call that fails here is simply repeated: an upload with the
 * same type and size continues.
 */
export async function describeRegistered(
  deps: MediaUploadDeps,
  principal: Principal,
  { uploadKey, media, choices, plain, started }: RegisteredFiles,
): Promise<RegisteredMediaFile[]> {
  const forms = await describeAllMedia(deps.store, plain)
  const uploads = await mapBounded(started, startsAtOnce, async ({ key, media_key }) => {
    const { upload_type = 'form', size_bytes } = choices.get(key) ?? {}
    const owner = mediaUploadOwner(deps, principal, { uploadKey, mediaKey: media_key })
    return startUpload(deps, owner, { upload_type, ...(size_bytes !== undefined && { size_bytes }) })
  })
  return viewRegistered(media, choices, [
    ...plain.map(({ id }, i) => [id, forms[i]] as const),
    ...started.map(({ id }, i) => [id, uploads[i]] as const),
  ])
}

/** The answer to a repeated call: new URLs for the upload that each file has now; it starts none. */
export async function redescribeRegistered(
  deps: Pick<UploadDeps, 'db' | 'store'>,
  { media, files }: { media: readonly Media[]; files: readonly (string | MediaChoice)[] },
): Promise<RegisteredMediaFile[]> {
  const multipart = await multipartKeys(deps.db, media)
  const [plain, others] = partition(media, ({ upload_key }) => !multipart.has(upload_key))
  const forms = await describeAllMedia(deps.store, plain)
  const described = await mapBounded(others, startsAtOnce, (one) =>
    redescribeUpload(deps, { key: one.upload_key, rule: mediaRule(one), isAwaited: true }, {}),
  )
  return viewRegistered(media, choicesOf(files), [
    ...plain.map(({ id }, i) => [id, forms[i]] as const),
    ...others.map(({ id }, i) => [id, described[i]] as const),
  ])
}

type Descriptor = UploadDescriptor | MultipartUpload

/** In the order of the files, whose descriptors are listed by id. */
function viewRegistered(
  media: readonly Media[],
  choices: MediaChoices,
  descriptors: readonly (readonly [number, Descriptor | undefined])[],
): RegisteredMediaFile[] {
  const byId = new Map(descriptors)
  return media.flatMap(({ id, filename, key, media_key }): RegisteredMediaFile[] => {
    const descriptor = byId.get(id)
    if (!descriptor) return []
    if (isMultipart(descriptor)) return [{ filename, media_key, upload: descriptor }]
    const { upload_url, upload_fields } = descriptor
    return [{ filename, upload_url, upload_fields, ...(choices.has(key) && { media_key }) }]
  })
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

const isMultipart = (descriptor: Descriptor): descriptor is MultipartUpload => 'parts' in descriptor
