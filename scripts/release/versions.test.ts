import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findVersions, isVersion, setVersion } from './versions.ts'

const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** A repository with the files that state the version. */
function copyPlaces(): string {
  const copy = mkdtempSync(join(tmpdir(), 'inlet-versions-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const paths = new Set([...findVersions(root).map(({ path }) => path), 'packages/processors/package.json'])
  for (const path of paths) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
  execFileSync('git', ['add', '--all'], { cwd: copy })
  return copy
}

describe('the version', () => {
  it('is the same in every place', () => {
    const places = findVersions(root)
    const paths = places.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['packages/sdk/src/version.ts', 'deploy/compose.yaml']))
    expect(places.length).toBeGreaterThan(40)
    expect(places.filter((place) => place.version !== version)).toEqual([])
  })

  it('is set in every place, and nowhere else', () => {
    const copy = copyPlaces()
    setVersion(copy, '9.8.7')
    expect(new Set(findVersions(copy).map((place) => place.version))).toEqual(new Set(['9.8.7']))
    setVersion(copy, version)
    for (const path of new Set(findVersions(copy).map((place) => place.path)))
      expect(readFileSync(join(copy, path), 'utf8')).toBe(readFileSync(join(root, path), 'utf8'))
  })

  it('has three numbers, and may have a pre-release', () => {
    expect(['1.2.3', '1.0.0-rc.1'].every(isVersion)).toBe(true)
    expect(['v1.2.3', '1.2', '1.2.3.4', '1.2.3 ', ''].some(isVersion)).toBe(false)
  })
})
