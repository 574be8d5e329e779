/**
 * Records what the media files of a survey import were when they were first sent. Large ones are sent in parts, and a
 * repeated command must not add parts of another version of the file.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Identity, identify, isSame } from '../files/identity.ts'

export interface MediaPath {
  name: string
  path: string
}

/** Null once a file has changed: from then on its upload always starts over. */
type SentMedia = Record<string, Identity | null>

/** Returns the names of the files that have changed since an earlier run of the same import. */
export async function findChangedMedia(
  folder: string,
  idempotencyKey: string,
  media: readonly MediaPath[],
): Promise<string[]> {
  if (media.length === 0) return []
  const mark = createHash('sha256').update(idempotencyKey).digest('base64url')
  const path = join(folder, 'surveys', `media-${mark}.json`)
  const known = await readSent(path)
  const sent: SentMedia = {}
  for (const one of media) {
    const now = (await identify(one.path)) ?? null
    const before = known[one.name]
    sent[one.name] = before === undefined || (before && now && isSame(before, now)) ? now : null
  }
  // On disk before the first part is sent.
  await mkdir(join(folder, 'surveys'), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.${process.pid}`, JSON.stringify(sent), { mode: 0o600, flush: true })
  await rename(`${path}.${process.pid}`, path)
  return Object.keys(sent).filter((name) => sent[name] === null)
}

async function readSent(path: string): Promise<SentMedia> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as SentMedia
  } catch {
    return {}
  }
}
