/** Serves objects from the workspace origin, with ranges. */
import type { Readable } from 'node:stream'
import { type ContentPart, contentOwners, contentParts } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { contentDisposition } from '../../platform/object-store/content-disposition.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { readByteRange } from './byte-range.ts'
import { imageTypeOf, isShownInline } from './content.policy.ts'
import { type ContentRow, findContent } from './content.repo.ts'

export interface ContentRequest {
  owner: string
  key: string
  part: string
  range: string | undefined
  ifRange: string | undefined
  ifNoneMatch: string | undefined
}

export interface Content {
  status: 200 | 206 | 304
  headers: Record<string, string>
  body: Readable | null
}

export async function getContent(
  { db, store }: { db: Db; store: ObjectStore },
  principal: Principal,
  request: ContentRequest,
): Promise<Content> {
  const { row, part } = await requireContent(db, principal, request)
  const source = sourceOf[part](row)
  const object = source && (await store.head(source.key))
  if (!source || !object) throw new AppError('not_found')
  const headers = headersOf(source.type, row.name, object)
  if (request.ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === object.etag))
    return { status: 304, headers, body: null }
  const isFresh = request.ifRange === undefined || request.ifRange === object.etag
  const range = isFresh ? readByteRange(request.range, object.bytes) : undefined
  if (range === 'none')
    throw new AppError('range_not_satisfiable', { headers: { 'content-range': `bytes */${object.bytes}` } })
  const { start, end } = range ?? { start: 0, end: object.bytes - 1 }
  const body = range ? await store.readRange(object, start, end) : await store.read(object)
  if (!body) throw new AppError('not_found')
  headers['content-length'] = String(end - start + 1)
  if (range) headers['content-range'] = `bytes ${start}-${end}/${object.bytes}`
  return { status: range ? 206 : 200, headers, body }
}

async function requireContent(
  db: Db,
  principal: Principal,
  request: ContentRequest,
): Promise<{ row: ContentRow; part: ContentPart }> {
  const owner = contentOwners.find((one) => one === request.owner)
  const part = contentParts.find((one) => one === request.part)
  const isKey = owner === 'media' ? /^[1-9]\d{0,14}$/.test(request.key) : isRecordKey(request.key)
  const row = owner && part && isKey ? await findContent(db, principal, owner, request.key) : undefined
  if (!row || !part) throw new AppError('not_found')
  return { row, part }
}

export interface Source {
  key: string
  type: string
}

const made = (key: string | null, type: string | null | undefined): Source | undefined =>
  key !== null && type ? { key, type } : undefined

export const sourceOf: Record<ContentPart, (row: ContentRow) => Source | undefined> = {
  viewer: (row) => made(row.viewer_key, 'application/pdf'),
  thumbnail: (row) => made(row.thumbnail_key, 'image/webp'),
  poster: (row) => made(row.poster_key, 'image/webp'),
  rendition: (row) => made(row.rendition_key, row.rendition_type),
  image: (row) => made(row.image_key, imageTypeOf(row.extension)),
}

/** Sandboxed when opened directly, and revalidated on every request so that access is checked each time. */
function headersOf(type: string, name: string, { etag }: PinnedObject): Record<string, string> {
  return {
    'content-type': type,
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-security-policy': `sandbox; default-src 'none'; frame-ancestors 'none'`,
    'cross-origin-resource-policy': 'same-origin',
    ...(!isShownInline(type) && { 'content-disposition': contentDisposition(name, true) }),
  }
}
