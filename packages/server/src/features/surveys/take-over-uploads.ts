/** What a complete waits for, and how it gets hold of it. */
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { acceptObjects, findUploads } from '../uploads/uploads.public.ts'
import { partLimits } from './survey.policy.ts'
import { listOpenMedia, type Media, markMediaPending } from './survey-media.repo.ts'
import { type AcceptedPart, listOpenParts, markPartsPending, type OpenPart } from './survey-parts.repo.ts'
import { lockSurvey } from './surveys.repo.ts'

/** Only what is not ours yet: the rest was taken over by an earlier complete. */
export interface Awaited {
  parts: OpenPart[]
  media: Media[]
}

export async function listAwaited(db: Db, surveyId: number): Promise<Awaited> {
  const parts = await listOpenParts(db, surveyId)
  const media = await listOpenMedia(db, surveyId)
  return {
    parts: parts.filter((part) => part.object_key === null),
    media: media.filter((one) => one.object_key === null || one.object_key === one.upload_key),
  }
}

export interface Arrived {
  parts: AcceptedPart[]
  media: PinnedObject[]
}

/**
 * Copies the parts and pins the media, which may be huge: the worker copies those it links. Throws when something
 * is missing or too large. Undefined when a part was replaced while it was copied.
 */
export async function takeOver(
  deps: { db: Db; store: ObjectStore },
  surveyId: number,
  awaited: Awaited,
): Promise<Arrived | undefined> {
  const parts = await look(deps.store, awaited.parts)
  const media = await look(deps.store, awaited.media)
  if (parts.missing.length + media.missing.length > 0) {
    await forgetLost(deps.db, surveyId, { parts: parts.missing, media: media.missing })
    throw incomplete({ parts: parts.missing, media: media.missing })
  }
  const tooLarge = parts.found.filter(({ object }) => object.bytes > partLimits.maxBytes)
  if (tooLarge.length > 0) throw partsTooLarge(tooLarge.map(({ upload }) => upload.number))
  const copies = await acceptObjects(
    deps,
    parts.found.map(({ object }) => object),
    partLimits.contentType,
  )
  const accepted = parts.found.flatMap(({ upload }, i) => {
    const object = copies[i]
    return object ? [{ number: upload.number, object }] : []
  })
  if (accepted.length < awaited.parts.length) return undefined
  return { parts: accepted, media: media.found.map(({ object }) => object) }
}

async function look<Upload extends { upload_key: string }>(store: ObjectStore, uploads: Upload[]) {
  const objects = await findUploads(store, keysOf(uploads))
  const found = uploads.flatMap((upload, i) => {
    const object = objects[i]
    return object ? [{ upload, object }] : []
  })
  return { found, missing: uploads.filter((_, i) => !objects[i]) }
}

export const keysOf = (uploads: readonly { upload_key: string }[]): string[] =>
  uploads.map(({ upload_key }) => upload_key)

/** A status read may have seen what has expired or was removed since; then it has to be sent again. */
async function forgetLost(db: Db, surveyId: number, { parts, media }: Awaited): Promise<void> {
  if (![...parts, ...media].some(({ status }) => status === 'UPLOADED')) return
  await inTransaction(db, async (tx) => {
    // Another complete may have found what came a moment later, and its import counts on it.
    if ((await lockSurvey(tx, surveyId)) !== 'AWAITING_UPLOAD') return
    await markPartsPending(tx, surveyId, keysOf(parts))
    await markMediaPending(tx, surveyId, keysOf(media))
  })
}

function incomplete({ parts, media }: Awaited): AppError {
  return new AppError('survey_incomplete', {
    body: {
      ...(parts.length > 0 && { missing_parts: parts.map((part) => part.number) }),
      ...(media.length > 0 && { missing_media_files: media.map((one) => one.filename) }),
    },
  })
}

function partsTooLarge(numbers: number[]): AppError {
  const parts = numbers.length === 1 ? `Part ${numbers[0]} is` : `Parts ${numbers.join(', ')} are`
  const megabytes = partLimits.maxBytes / 1024 / 1024
  return new AppError('upload_too_large', {
    message: `${parts} larger than the ${megabytes} MB allowed. Split the rows over more parts: request a fresh descriptor with retry and upload a smaller file, and send the other rows with append.`,
  })
}
