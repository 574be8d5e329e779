/** Downloads the archives of an export, and verifies every file of the manifest with unzip and sha256sum. */
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Deps } from '@inlet/server/src/app/deps.ts'

const execute = promisify(execFile)

export interface ArchivedFile {
  path: string
  sha256: string
}

export async function verifyArchives({ database, store }: Deps, exportId: number): Promise<ArchivedFile[]> {
  const dir = await mkdtemp(join(tmpdir(), 'inlet-archives-'))
  const files = join(dir, 'files')
  try {
    await mkdir(files)
    const { rows } = await database.pool.query<{ volume_key: string; sha256: string }>(
      'select volume_key, sha256 from export_volume where export_id = $1 order by number',
      [exportId],
    )
    for (const { volume_key: key, sha256 } of rows) {
      const archive = join(dir, 'archive.zip')
      const object = await store.open(key)
      if (!object) throw new Error(`${key} is missing.`)
      await pipeline(object.body, createWriteStream(archive))
      await verifySums(dir, [{ path: 'archive.zip', sha256 }])
      await execute('unzip', ['-q', '-n', archive, '-d', files])
      await rm(archive)
    }
    const manifest = JSON.parse(await readFile(join(files, 'manifest.json'), 'utf8')) as {
      entries: ArchivedFile[]
    }
    await verifySums(files, manifest.entries)
    const { stdout } = await execute('find', [files, '-type', 'f', '-printf', '.'], { maxBuffer: 64e6 })
    if (stdout.length !== manifest.entries.length + 1)
      throw new Error(
        `The archives have ${stdout.length} files, and the manifest ${manifest.entries.length}.`,
      )
    return manifest.entries.map(({ path, sha256 }) => ({ path, sha256 }))
  } finally {
    await rm(dir, { recursive: true, force: true })
    await rm(sumsOf(dir), { force: true })
  }
}

const sumsOf = (dir: string) => `${dir}.sums`

async function verifySums(cwd: string, expected: readonly ArchivedFile[]): Promise<void> {
  const sums = sumsOf(cwd)
  await writeFile(sums, expected.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''))
  await execute('sha256sum', ['--quiet', '--strict', '--check', sums], { cwd })
}
