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

const early = (...entries: [path: string, response: Promise<Response>][]) =>
  Object.assign(globalThis, { inletEarly: new Map(entries) })

it('uses the response that boot.js requested, but only once', async () => {
  early([getSession.path, Promise.resolve(Response.json({ user: { name: 'Ines' } }))])
  const [first, second] = await Promise.allSettled([call(getSession, {}), call(getSession, {})])
  expect(first).toMatchObject({ value: { user: { name: 'Ines' } } })
  // No server runs here, so a second call fails.
  expect(second).toMatchObject({ reason: { code: 'unreachable' } })
})

it('asks again if what boot.js requested has failed', async () => {
  for (const response of [
    Promise.resolve(new Response('', { status: 401 })),
    Promise.reject(new Error('cut')),
  ]) {
    response.catch(() => {})
    early([getSession.path, response])
    await expect(call(getSession, {})).rejects.toMatchObject({ code: 'unreachable' })
  }
})
