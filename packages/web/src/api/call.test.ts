import { expect, it } from 'vitest'
import { addressOf } from './call.ts'

it('fills in parameters, encoded, and leaves out what is not given', () => {
  const path = '/imports/{kind}/{key}'
  expect(addressOf(path, { kind: 'file', key: 'a/b c' }, { limit: 5, cursor: undefined, x: null })).toBe(
    '/imports/file/a%2Fb%20c?limit=5',
  )
})

it('repeats the name of a list', () => {
  expect(addressOf('/search', {}, { kind: ['file', 'survey'] })).toBe('/search?kind=file&kind=survey')
})
