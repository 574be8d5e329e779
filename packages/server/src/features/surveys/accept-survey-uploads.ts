/** The uploads that a complete expects, and how it accepts them. */
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { acceptObjects, assembleUploads, findReceived, headUploads } from '../uploads/uploads.public.ts'
import { listOpenMedia, type Media, markMediaPending } from './media/survey-media.repo.ts'
import { partLimits } from './survey.policy.ts'
import { type AcceptedPart, listOpenParts, markPartsPending, type OpenPart } from './survey-parts.repo.ts'
import { lockSurvey } from './surveys.repo.ts'

/** Only uploads that no earlier complete has accepted. */
export interface ExpectedUploads {
  parts: OpenPart[]
  media: Media[]
}

export async function listExpectedUploads(db: Db, surveyId: number): Promise<ExpectedUploads> {
  const parts = await listOpenParts(db, surveyId)
  const media = await listOpenMedia(db, surveyId)
  return {
    parts: parts.filter((part) => part.object_key === null),
    media: media.filter((one) => one.object_key === null || one.object_key === one.upload_key),
  }
}

export interface AcceptedUploads {
  parts: AcceptedPart[]
  media: PinnedObject[]
}

/**
 * Copies the parts and pins the media, which may be huge and are copied by the worker when linked. Throws when an upload
 * is missing or too large. Undefined when a part was replaced while it was copied.
 */
export async function acceptUploads(
  deps: { db: Db; store: ObjectStore },
  surveyId: number,
  expected: ExpectedUploads,
): Promise<AcceptedUploads | undefined> {
  const parts = await findObjects(deps.store, expected.parts)
  const media = await findObjects(deps.store, expected.media)
  const received = await findReceived(deps, keysOf(media.missing))
  const receivedKeys = new Set(received.map(({ key }) => key))
  const missingMedia = media.missing.filter(({ upload_key }) => !receivedKeys.has(upload_key))
  if (parts.missing.length + missingMedia.length > 0) {
    await markLostPending(deps.db, surveyId, { parts: parts.missing, media: missingMedia })
    throw incomplete({ parts: parts.missing, media: missingMedia })
  }
  const tooLarge = parts.found.filter(({ object }) => object.bytes > partLimits.maxBytes)
  if (tooLarge.length > 0) throw partsTooLarge(tooLarge.map(({ upload }) => upload.number))
  const copies = await acceptObjects(
    deps,
    parts.found.map(({ object }) => object),
    partLimits.contentType,
  )
  await assembleUploads(deps.store, received)
  const assembled = await findObjects(deps.store, media.missing)
  if (assembled.missing.length > 0) return undefined
  const accepted = parts.found.flatMap(({ upload }, i) => {
    const object = copies[i]
    return object ? [{ number: upload.number, object }] : []
  })
  if (accepted.length < expected.parts.length) return undefined
  return {
    parts: accepted,
    media: [...media.found, ...assembled.found].map(({ object }) => object),
  }
}

async function findObjects<Upload extends { upload_key: string }>(store: ObjectStore, uploads: Upload[]) {
  const objects = await headUploads(store, keysOf(uploads))
  const found = uploads.flatMap((upload, i) => {
    const object = objects[i]
    return object ? [{ upload, object }] : []
  })
  return { found, missing: uploads.filter((_, i) => !objects[i]) }
}

export const keysOf = (uploads: readonly { upload_key: string }[]): string[] =>
  uploads.map(({ upload_key }) => upload_key)

/** Uploads found by a status read may have expired since and must be repeated. */
async function markLostPending(db: Db, surveyId: number, { parts, media }: ExpectedUploads): Promise<void> {
  if (![...parts, ...media].some(({ status }) => status === 'UPLOADED')) return
  await inTransaction(db, async (tx) => {
    // A concurrent complete may have found a later upload that its import uses.
    if ((await lockSurvey(tx, surveyId)) !== 'AWAITING_UPLOAD') return
    await markPartsPending(tx, surveyId, keysOf(parts))
    await markMediaPending(tx, surveyId, keysOf(media))
  })
}

function incomplete({ parts, media }: ExpectedUploads): AppError {
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
