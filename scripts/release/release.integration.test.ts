/** Releases a clone of this repository, from the last commit to the files that would be published. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const version = '9.8.7'
const repository = 'https://github.com/example/inlet'
const parent = mkdtempSync(join(tmpdir(), 'inlet-release-'))
const clone = join(parent, 'inlet')
const folder = join(clone, 'dist/release', version)

const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' })
const author = ['-c', 'user.name=Release', '-c', 'user.email=release@example.org']

function release(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', ...args], {
    cwd: clone,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

function inTarball(name: string, file: string): string {
  return execFileSync('tar', ['-xzOf', join(folder, name), `package/${file}`], { encoding: 'utf8' })
}

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', root, clone])
  for (const path of ['node_modules', 'packages/cli/node_modules'])
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(clone, path))
  // A link is not a folder for .gitignore.
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

describe('a release', () => {
  it('is refused until version, changelog and repository are committed', () => {
    const refused = release('--version', version)
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('package.json has version')
    expect(refused.stderr).toContain(`CHANGELOG.md has no notes for ${version}`)
    expect(refused.stderr).toContain('package.json has no "repository"')
    expect(release('--version', version, '--prepare').stderr).toContain('Add --repository')
    expect(release('--version', '1.2').stderr).toContain('--version is missing or not like 1.2.3')
    expect(git('status', '--porcelain')).toBe('')

    expect(release('--version', version, '--prepare', '--repository', repository).status).toBe(0)
    const uncommitted = release('--version', version)
    expect(uncommitted.stderr).toContain('Commit or remove these changes')
    expect(uncommitted.stderr).not.toContain('package.json has')
    git(...author, 'commit', '--quiet', '--all', '--message', `Release ${version}`)
    expect(existsSync(folder)).toBe(false)
  })

  it('packs, verifies and lists what would be published', () => {
    const { status, stdout, stderr } = release('--version', version, '--skip-images')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toMatch(/types: compiled with TypeScript 5\.0\.\d+ for a bundler and Node/)
    expect(stdout).toContain('images: skipped, as requested')
    expect(stdout).toContain(`npm publish ./dist/release/${version}/inlet-sdk-${version}.tgz --access public`)
    expect(readdirSync(folder).sort()).toEqual([
      'SHA256SUMS',
      `inlet-${version}.tar.gz`,
      `inlet-cli-${version}.cdx.json`,
      `inlet-cli-${version}.tgz`,
      `inlet-sdk-${version}.cdx.json`,
      `inlet-sdk-${version}.tgz`,
    ])
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })
    expect(git('status', '--porcelain')).toBe('')
    process.stdout.write(stdout)
  })

  it('has packages that link to the repository', () => {
    for (const name of ['sdk', 'cli']) {
      const manifest = JSON.parse(inTarball(`inlet-${name}-${version}.tgz`, 'package.json')) as object
      expect(manifest).toMatchObject({
        version,
        repository: { url: `git+${repository}.git`, directory: `packages/${name}` },
        bugs: { url: `${repository}/issues` },
      })
      const readme = inTarball(`inlet-${name}-${version}.tgz`, 'README.md')
      expect(readme).toContain(`(${repository}/blob/v${version}/`)
      expect(readme).not.toMatch(/\]\((?!https:|#)/)
    }
  })

  it('lists the dependencies of the command line in its bill of materials', () => {
    const text = readFileSync(join(folder, `inlet-cli-${version}.cdx.json`), 'utf8')
    const { components, metadata } = JSON.parse(text) as {
      components: { name: string }[]
      metadata: { component: { name: string; version: string } }
    }
    expect(metadata.component).toMatchObject({ name: '@inlet/cli', version })
    expect(components.map(({ name }) => name).sort()).toEqual(['commander', 'ignore', 'undici'])
  })

  it('refuses a version whose tag is another commit', () => {
    git(...author, 'tag', '--annotate', `v${version}`, '--message', 'x', 'HEAD~1')
    expect(release('--version', version).stderr).toContain(`The tag v${version} exists and is another commit`)
  })
})
