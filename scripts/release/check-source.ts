/** Refuses a release that its commit does not describe. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRepository } from '../publish/repository.ts'
import { releaseNotes } from './changelog.ts'
import { run } from './run.ts'
import { findVersions } from './versions.ts'

export interface ReleaseSource {
  commit: string
  tag: string
  repository: string
}

/** Throws one error with everything that has to be corrected. */
export function checkSource(root: string, version: string): ReleaseSource {
  const git = (...args: string[]) => run('git', args, { cwd: root }).trim()
  const prepare = `npm run release -- --version ${version} --prepare`
  const problems: string[] = []

  const changed = git('status', '--porcelain')
  if (changed !== '') problems.push(`Commit or remove these changes:\n${changed}`)

  const others = findVersions(root).filter((place) => place.version !== version)
  const [other] = others
  if (other)
    problems.push(
      `${other.path} has version ${other.version}${others.length > 1 ? `, and ${others.length - 1} other places differ` : ''}. Run "${prepare}" and commit.`,
    )

  const notes = releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
  if (!notes) problems.push(`CHANGELOG.md has no notes for ${version}. Run "${prepare}" and commit.`)

  const repository = readRepository(root)
  if (repository === undefined)
    problems.push(
      `package.json has no "repository", which the packages need for their links. Run "${prepare} --repository URL" and commit.`,
    )

  const commit = git('rev-parse', 'HEAD')
  const tag = `v${version}`
  const tagged = git('for-each-ref', '--format=%(objectname) %(*objectname)', `refs/tags/${tag}`)
  if (tagged !== '' && !tagged.includes(commit))
    problems.push(`The tag ${tag} exists and is another commit. Choose a new version.`)

  if (problems.length > 0 || repository === undefined) throw new Error(problems.join('\n'))
  return { commit, tag, repository }
}
