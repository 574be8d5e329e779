/** `--prepare`: writes version, changelog and address of the repository, to be reviewed and committed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRepository, repositoryField } from '../publish/repository.ts'
import { releaseChangelog } from './changelog.ts'
import { setVersion } from './versions.ts'

export interface Preparation {
  version: string
  /** Replaces the address in package.json. */
  repository: string | undefined
  /** As 2026-03-04. */
  day: string
}

export function prepareRelease(root: string, { version, repository, day }: Preparation): void {
  if (repository === undefined && readRepository(root) === undefined)
    throw new Error(
      'package.json has no "repository". Add --repository with its public address, such as https://github.com/owner/name.',
    )
  const field = repository === undefined ? undefined : repositoryField(repository)
  setVersion(root, version)
  const changelog = join(root, 'CHANGELOG.md')
  writeFileSync(changelog, releaseChangelog(readFileSync(changelog, 'utf8'), version, day))
  if (field) setRepository(join(root, 'package.json'), field)
}

/** After the license, where npm's documentation has it. */
function setRepository(path: string, field: object): void {
  const { repository: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  const fields = Object.entries(manifest).flatMap(([name, value]) =>
    name === 'license' ? [[name, value] as const, ['repository', field] as const] : [[name, value] as const],
  )
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`)
}
