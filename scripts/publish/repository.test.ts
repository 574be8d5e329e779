import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { absoluteLinks, checkAddress, packageAddresses, repositoryField } from './repository.ts'

const address = 'https://github.com/example/inlet'

function makeRoot(repository?: object): { root: string; readme: string } {
  const root = mkdtempSync(join(tmpdir(), 'inlet-repository-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.2.3', repository }))
  mkdirSync(join(root, 'packages/sdk'), { recursive: true })
  const readme = join(root, 'packages/sdk/README.md')
  writeFileSync(
    readme,
    'See [the contract](../../docs/contract.md#files), [below](#events), [npm](https://www.npmjs.com) and [this](a.md).',
  )
  return { root, readme }
}

describe('the address of the repository', () => {
  it.each(['', '/', '.git'])('may end with "%s"', (ending) => {
    expect(checkAddress(`${address}${ending}`)).toBe(address)
  })

  it.each([
    'github.com/example/inlet',
    'git@github.com:example/inlet.git',
    'http://github.com/example/inlet',
    'https://token@github.com/example/inlet',
    'https://github.com/example',
    'https://github.com/example/inlet?a=1',
  ])('cannot be %s', (wrong) => {
    expect(() => checkAddress(wrong)).toThrow('is not the address of a repository')
  })

  it('is in the manifest of a package', () => {
    const { root } = makeRoot(repositoryField(address))
    expect(packageAddresses(root, 'packages/sdk')).toEqual({
      repository: { type: 'git', url: `git+${address}.git`, directory: 'packages/sdk' },
      homepage: `${address}/tree/main/packages/sdk#readme`,
      bugs: { url: `${address}/issues` },
    })
    expect(packageAddresses(makeRoot().root, 'packages/sdk')).toEqual({})
  })
})

describe('the README of a package', () => {
  it('links to the tag of its release', () => {
    const { root, readme } = makeRoot(repositoryField(address))
    const files = `${address}/blob/v1.2.3`
    expect(absoluteLinks(root, readme)).toBe(
      `See [the contract](${files}/docs/contract.md#files), [below](#events), [npm](https://www.npmjs.com) and [this](${files}/packages/sdk/a.md).`,
    )
  })

  it('has no relative links while the repository has no address', () => {
    const { root, readme } = makeRoot()
    expect(absoluteLinks(root, readme)).toBe(
      'See the contract, [below](#events), [npm](https://www.npmjs.com) and this.',
    )
  })

  it.each(['sdk', 'cli'])('of %s links to files that exist, and to none outside the package', (name) => {
    const path = join(import.meta.dirname, '../../packages', name, 'README.md')
    const relativeLinks = (text: string) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#]*)[^)]*\)/g)].map(([, target = '']) => target)
    const targets = relativeLinks(readFileSync(path, 'utf8'))
    expect(targets.length).toBeGreaterThan(0)
    expect(targets.filter((target) => !existsSync(join(dirname(path), target)))).toEqual([])
    expect(relativeLinks(absoluteLinks(join(import.meta.dirname, '../..'), path))).toEqual([])
  })
})
