import { getSession } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { addressOf, call } from './call.ts'

it('fills in parameters, encoded, and leaves out what is not given', () => {
  const path = '/imports/{kind}/{key}'
  expect(addressOf(path, { kind: 'file', key: 'a/b c' }, { limit: 5, cursor: undefined, x: null })).toBe(
    '/imports/file/a%2Fb%20c?limit=5',
  )
})

it('repeats the name of a list', () => {
  expect(addressOf('/search', {}, { kind: ['file', 'survey'] })).toBe('/search?kind=file&kind=survey')
})

it('takes an answer that was asked for before the page was ready, once', async () => {
  // By this address boot.js asks for it.
  expect(getSession.path).toBe('/api/v1/workspace/session')
  const answer = Promise.resolve(Response.json({ user: { name: 'Ines' } }))
  Object.assign(globalThis, { inletEarly: { address: getSession.path, answer } })
  expect(await call(getSession, {})).toEqual({ user: { name: 'Ines' } })
  // There is no server here, and no page whose address the path could belong to.
  await expect(call(getSession, {})).rejects.toMatchObject({ code: 'unreachable' })
})
