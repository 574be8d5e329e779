import { describe, expect, it } from 'vitest'
import { createEntries } from '../journal/entries.ts'
import { explainLinkFailure, isLink, planLinks, readLinks } from './link.ts'

const signed = 'https://storage.example/talks/interview.mp4?signature=secret'

describe('a link', () => {
  it('is told from a path', () => {
    expect([signed, 'HTTP://a.example/a.pdf', 'https.pdf', 'a/https://b'].map(isLink)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('is shown and stored without its signature', () => {
    const [link] = readLinks([signed, signed], { as: 'insight' })
    expect(link).toMatchObject({ name: 'interview.mp4', kind: 'video', as: 'file', sourceUrl: signed })
    const { sourceUrl: _sent, ...rest } = link ?? { sourceUrl: '' }
    expect(JSON.stringify(rest)).not.toContain('secret')
  })

  it.each([
    [['https://a.example/view?id=1'], undefined, '--name'],
    [['https://a.example/tool.exe'], undefined, 'not a supported kind'],
    [['https://a.example/answers.csv'], undefined, 'inlet survey import'],
    [[signed], 'interview', 'no extension'],
    [[signed, 'https://a.example/b.mp4'], 'a.mp4', 'exactly one link'],
    [[], 'a.mp4', 'exactly one link'],
    [['https://'], undefined, 'not a valid link'],
  ])('is refused: %j with the name %s', (urls, name, message) => {
    expect(() => readLinks(urls, { name, as: 'file' })).toThrow(message)
  })
})

describe('the next step of a link', () => {
  const links = readLinks([signed], { as: 'file' })
  const [{ path } = { path: '' }] = links
  const entries = createEntries()
  const step = (options = {}) => planLinks(entries, links, options)[0]?.next.step

  it('follows from its last line in the journal', () => {
    expect(step()).toBe('start')
    entries.apply({ do: 'begin', id: '1', path, as: 'file', print: '', bytes: 0, mtime: '0' })
    expect(step()).toBe('resume')
    entries.apply({ do: 'key', id: '1', key: 'w', upload: 'url' })
    expect(step()).toBe('complete')
    entries.apply({ do: 'accepted', id: '1' })
    expect(step()).toBe('follow')
    entries.apply({ do: 'end', id: '1', state: 'failed', reason: '' })
    expect(step()).toBe('nothing')
    expect(step({ retryFailed: true })).toBe('start')
    entries.apply({ do: 'end', id: '1', state: 'completed' })
    expect(step({ retryFailed: true })).toBe('nothing')
    expect(step({ again: true })).toBe('start')
  })
})

describe('the failure of a download', () => {
  it('says how to go on', () => {
    expect(explainLinkFailure('Status 403.', 'source_unreachable')).toContain('--retry-failed')
    expect(explainLinkFailure('Not a PDF.', 'type_mismatch')).toContain('web page')
    expect(explainLinkFailure('Too large.', 'upload_too_large')).toBe('Too large.')
  })
})
