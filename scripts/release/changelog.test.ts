import { describe, expect, it } from 'vitest'
import { releaseChangelog, releaseNotes } from './changelog.ts'

const text = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- New.\n\n## [0.1.0] - 2026-01-02\n\n- Old.\n'

describe('the changelog', () => {
  it('moves what is unreleased into the section of the version, once', () => {
    const released = releaseChangelog(text, '1.0.0', '2026-03-04')
    expect(released).toContain('## [Unreleased]\n\n## [1.0.0] - 2026-03-04\n\n### Added')
    expect(releaseNotes(released, '1.0.0')).toBe('### Added\n\n- New.')
    expect(releaseNotes(released, 'Unreleased')).toBe('')
    expect(releaseChangelog(released, '1.0.0', '2026-03-05')).toBe(released)
  })

  it('has the notes of earlier versions', () => {
    expect(releaseNotes(text, '0.1.0')).toBe('- Old.')
    expect(releaseNotes(text, '0.2.0')).toBeUndefined()
  })
})
