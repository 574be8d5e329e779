/** Links to the stored files of a record: the upload, and what processing has derived from it. */
import type { ResultUrls } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { downloadExpirySeconds } from '../../platform/object-store/sign-urls.ts'
import { listDerived } from '../content/content.public.ts'
import type { DocumentRow } from '../documents/documents.public.ts'
import { requireOpenFile } from '../files/files.public.ts'
import type { PlaybackRow } from '../recordings/recordings.public.ts'
import { contentTypeOf } from '../uploads/uploads.public.ts'
import {
  type ResultOwner,
  requireReadable,
  requireRecordedFile,
  requireText,
  resultsOf,
} from './require-results.ts'

export interface UrlDeps {
  db: Db
  store: ObjectStore
}

export async function listUrls(deps: UrlDeps, principal: Principal, owner: ResultOwner): Promise<ResultUrls> {
  const row = await requireOwner(deps.db, principal, owner)
  return signUrls(deps, principal, row)
}

type OwnerRow = Pick<DocumentRow | PlaybackRow, 'owner' | 'key' | 'name' | 'original_key'>

async function requireOwner(db: Db, principal: Principal, owner: ResultOwner): Promise<OwnerRow> {
  const isRecording =
    owner.owner === 'file' &&
    ['audio', 'video'].includes((await requireOpenFile(db, principal, owner.key)).kind)
  if (!isRecording) return requireText(db, principal, owner)
  return requireReadableRecording(await requireRecordedFile(db, principal, owner.key))
}

function requireReadableRecording(row: PlaybackRow): PlaybackRow {
  requireReadable(resultsOf(row), row.failure_message)
  return row
}

export function listRecordingUrls(
  deps: UrlDeps,
  principal: Principal,
  row: PlaybackRow,
): Promise<ResultUrls> {
  return signUrls(deps, principal, requireReadableRecording(row))
}

/** `original_key` is null where the upload must not be shown. */
async function signUrls({ db, store }: UrlDeps, principal: Principal, row: OwnerRow): Promise<ResultUrls> {
  const derived = await listDerived(db, principal, row.owner, row.key)
  const original = row.original_key && {
    part: 'original' as const,
    key: row.original_key,
    type: contentTypeOf(row.name),
  }
  const expiresAt = new Date(Date.now() + downloadExpirySeconds * 1000).toISOString()
  const sources = original ? [original, ...derived] : derived
  const links = await Promise.all(
    sources.map(async ({ part, key, type }) => {
      const object = await store.head(key)
      if (!object) return []
      const url = await (part === 'original'
        ? store.presignDownload(key, row.name, { isAttachment: true })
        : store.presignDownload(key))
      return [[part, { url, expires_at: expiresAt, content_type: type, size_bytes: object.bytes }] as const]
    }),
  )
  return Object.fromEntries(links.flat())
}
