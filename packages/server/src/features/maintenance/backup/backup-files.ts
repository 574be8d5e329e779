/**
 * Files of a backup: `database.dump`, `objects/`, `objects.jsonl` with one checksum per line, and `backup.json` with the
 * checksums of dump and list. `backup.json` is written last, so a folder without it is incomplete.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

export const dumpName = 'database.dump'
export const manifestName = 'objects.jsonl'
export const headName = 'backup.json'

const BackupHead = Type.Object({
  format: Type.Literal(1),
  madeAt: Type.String(),
  /** Identifies the INLET_SECRET of the backup without revealing it. */
  secretMark: Type.String(),
  migrations: Type.Array(Type.String()),
  acknowledged: Type.Integer(),
  objects: Type.Integer(),
  bytes: Type.Integer(),
  dumpSha256: Type.String(),
  manifestSha256: Type.String(),
})
export type BackupHead = Static<typeof BackupHead>

const BackupObject = Type.Object({
  key: Type.String({ pattern: '^[a-z]+(/[A-Za-z0-9._-]+)+$' }),
  bytes: Type.Integer(),
  sha256: Type.String(),
  contentType: Type.String(),
})
export type BackupObject = Static<typeof BackupObject>

/** The folder does not contain a complete backup; the message says why. */
export class BadBackup extends Error {}

export async function readHead(dir: string): Promise<BackupHead> {
  const text = await readFile(join(dir, headName), 'utf8').catch(() => {
    throw new BadBackup(`${dir} has no ${headName}: it is not a backup, or the backup is incomplete.`)
  })
  const head: unknown = JSON.parse(text)
  if (!Value.Check(BackupHead, head))
    throw new BadBackup(`${headName} is invalid, or was written by another version.`)
  return head
}

export async function* readManifest(dir: string): AsyncGenerator<BackupObject> {
  for await (const line of createInterface({ input: createReadStream(join(dir, manifestName)) })) {
    const object: unknown = JSON.parse(line)
    // Keys become paths and must not escape the folder.
    if (!Value.Check(BackupObject, object) || object.key.includes('..'))
      throw new BadBackup(`${manifestName} contains an invalid line.`)
    yield object
  }
}

/** Spread over 256 folders, because directories with millions of files are slow. */
export function objectPath(dir: string, key: string): string {
  const folder = createHash('sha256').update(key).digest('hex').slice(0, 2)
  return join(dir, 'objects', folder, key.replaceAll('/', '_'))
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
