/**
 * Links the uploaded media files of a survey. Linked files are first copied out of the client's reach, like every
 * accepted upload (docs/adr/0012).
 */
import type { MediaConfig } from '@inlet/contract'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import type { Enqueue } from '../../../platform/jobs/enqueue.ts'
import type { ObjectStore, PinnedObject } from '../../../platform/object-store/object-store.ts'
import { incomingPrefix } from '../../../platform/object-store/prefixes.ts'
import { enqueueStep } from '../../recording-processing/recording-processing.public.ts'
import { acceptObjects, contentTypeOf, keepObjects } from '../../uploads/uploads.public.ts'
import { dropSupersededMedia } from './drop-superseded-media.ts'
import { findMediaOwners } from './find-media-owners.ts'
import {
  failMedia,
  type LinkedMedia,
  listUploadedMedia,
  markLinked,
  type UploadedMedia,
} from './link-media.repo.ts'
import { type MediaFailure, type MediaMatch, uploadGone } from './media-matching.ts'

export interface LinkDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

export interface SurveyToLink {
  id: number
  teamId: number
  mediaConfig: MediaConfig | null
}

/** Batch sizes for matching, and for copying and linking in one transaction. */
const filesAtOnce = 10_000
const copiesAtOnce = 50

export async function linkSurveyMedia(deps: LinkDeps, survey: SurveyToLink, attempt: Attempt): Promise<void> {
  for (;;) {
    const files = await listUploadedMedia(deps.db, survey.id, filesAtOnce)
    if (files.length === 0) return
    const owners = await findMediaOwners(deps.db, survey, files)
    for (let start = 0; start < files.length; start += copiesAtOnce) {
      attempt.signal.throwIfAborted()
      await settle(deps, survey, { files: files.slice(start, start + copiesAtOnce), owners }, attempt)
    }
  }
}

async function settle(
  deps: LinkDeps,
  { teamId }: SurveyToLink,
  { files, owners }: { files: readonly UploadedMedia[]; owners: ReadonlyMap<number, MediaMatch> },
  attempt: Attempt,
): Promise<void> {
  const failed: { id: number; failure: MediaFailure }[] = []
  const owned: { file: UploadedMedia; responseId: number | null; respondentId: number | null }[] = []
  for (const file of files) {
    const owner = owners.get(file.id)
    if (!owner) continue
    if (owner.level === null) failed.push({ id: file.id, failure: owner.failure })
    else if (owner.level === 'RESPONSE')
      owned.push({ file, responseId: owner.responseId, respondentId: null })
    else owned.push({ file, responseId: null, respondentId: owner.respondentId })
  }
  const copies = await copyToPermanentKeys(
    deps,
    owned.map(({ file }) => file),
  )
  const linked: LinkedMedia[] = []
  for (const { file, responseId, respondentId } of owned) {
    const object = copies.get(file.id)
    if (object === undefined) failed.push({ id: file.id, failure: uploadGone })
    else linked.push({ id: file.id, object, responseId, respondentId })
  }
  await inTransaction(deps.db, async (tx) => {
    await failMedia(tx, failed)
    const linkedIds = new Set(await markLinked(tx, linked))
    await dropSupersededMedia(tx, [...linkedIds])
    const ownedBefore = new Set(files.map(({ object }) => object?.key))
    await keepObjects(
      tx,
      linked
        .filter(({ id, object }) => linkedIds.has(id) && !ownedBefore.has(object.key))
        .map(({ object }) => object.key),
    )
    for (const id of linkedIds) await enqueueStep(deps.enqueue, tx, { owner: 'media', id, teamId }, 'process')
    await attempt.advance(tx)
  })
}

/** The permanent object of each file; missing for a file that no longer exists. */
async function copyToPermanentKeys(
  deps: LinkDeps,
  files: readonly UploadedMedia[],
): Promise<Map<number, PinnedObject>> {
  const objects = new Map<number, PinnedObject>()
  const uploads: { id: number; object: PinnedObject; contentType: string }[] = []
  for (const { id, filename, object } of files) {
    if (object?.key.startsWith(incomingPrefix))
      uploads.push({ id, object, contentType: contentTypeOf(filename) })
    else if (object) objects.set(id, object)
  }
  for (const [contentType, some] of Map.groupBy(uploads, (upload) => upload.contentType)) {
    const copies = await acceptObjects(
      deps,
      some.map(({ object }) => object),
      contentType,
    )
    some.forEach(({ id }, i) => {
      const copy = copies[i]
      if (copy) objects.set(id, copy)
    })
  }
  return objects
}
