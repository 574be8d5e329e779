import type { SearchHit } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { linkToHit, linkToName } from './links.ts'

const hit: SearchHit = {
  kind: 'transcript',
  project: { id: 1, name: 'Study' },
  owner: 'file',
  key: 'abc',
  name: 'Interview',
  media: 'audio',
  snippet: { text: '', highlights: [], is_cut_before: false, is_cut_after: false },
  start_ms: null,
  segment: null,
  page: null,
  response_id: null,
  position: null,
}

it.each([
  [{ start_ms: 742_900 }, { to: '/recordings/file/abc', search: { t: 742 } }],
  [
    { owner: 'media', key: '9', start_ms: 0 },
    { to: '/recordings/media/9', search: { t: 0 } },
  ],
  [
    { kind: 'document', media: 'document', page: 40 },
    { to: '/documents/file/abc', search: { page: 40, find: 'slow' } },
  ],
  [
    { kind: 'document', owner: 'insight', media: null, page: 1 },
    { to: '/documents/insight/abc', search: { page: 1, find: 'slow' } },
  ],
  [{ kind: 'image', media: 'image' }, { to: '/images/abc' }],
  [
    { kind: 'answer', owner: 'survey', media: null, response_id: 412 },
    { to: '/surveys/abc/responses', search: { open: 412 } },
  ],
  [{ kind: 'name', owner: 'project', key: '7', media: null }, { to: '/projects/7' }],
] as [Partial<SearchHit>, object][])('links a search result to its position: %o', (about, address) => {
  expect(linkToHit({ ...hit, ...about }, 'slow')).toEqual(address)
})

it('links a name to its page', () => {
  const named = { key: '5', name: 'Maya', project: null, media: null }
  expect(linkToName({ ...named, owner: 'participant' })).toEqual({ to: '/participants/5' })
  expect(linkToName({ ...named, owner: 'survey' })).toEqual({ to: '/surveys/5' })
  expect(linkToName({ ...named, owner: 'file', media: 'video' })).toEqual({ to: '/recordings/file/5' })
})
