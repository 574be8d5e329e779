import { getSession } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { buildUrl, call } from './call.ts'

it('encodes path parameters and omits undefined query values', () => {
  const path = '/imports/{kind}/{key}'
  expect(buildUrl(path, { kind: 'file', key: 'a/b c' }, { limit: 5, cursor: undefined, x: null })).toBe(
    '/imports/file/a%2Fb%20c?limit=5',
  )
})

it('repeats the key of a list in the query', () => {
  expect(buildUrl('/search', {}, { kind: ['file', 'survey'] })).toBe('/search?kind=file&kind=survey')
})

it('uses the response that boot.js requested, but only once', async () => {
  // boot.js requests this path.
  expect(getSession.path).toBe('/api/v1/workspace/session')
  const response = Promise.resolve(Response.json({ user: { name: 'Ines' } }))
  Object.assign(globalThis, { inletEarly: { path: getSession.path, response } })
  expect(await call(getSession, {})).toEqual({ user: { name: 'Ines' } })
  // No server runs here, so a second call fails.
  await expect(call(getSession, {})).rejects.toMatchObject({ code: 'unreachable' })
})
