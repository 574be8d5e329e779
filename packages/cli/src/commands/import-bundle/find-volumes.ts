/** The archives of an export: those of a directory in the order of their names, or the given ones. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../../errors.ts'

export interface VolumeFile {
  path: string
  size: number
}

export async function findVolumes(paths: readonly string[]): Promise<VolumeFile[]> {
  const found: string[] = []
  for (const path of paths)
    found.push(...((await stat(path)).isDirectory() ? await archivesIn(path) : [path]))
  const volumes: VolumeFile[] = []
  for (const path of found) volumes.push({ path, size: (await stat(path)).size })
  return volumes
}

async function archivesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  const parts = names.filter((name) => name.endsWith('.zip.part'))
  if (parts.length > 0)
    throw new CliError(
      `${join(directory, parts[0] ?? '')} is incomplete. Run inlet export again to finish the download.`,
      {
        code: 'volume_incomplete',
      },
    )
  const archives = names.filter((name) => name.endsWith('.zip')).sort()
  if (archives.length === 0)
    throw new CliError(
      `${directory} has no ZIP archives. Pass the directory that inlet export has written.`,
      {
        code: 'no_volumes',
      },
    )
  return archives.map((name) => join(directory, name))
}
