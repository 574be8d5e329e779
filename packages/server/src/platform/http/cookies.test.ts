import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { hostCookie, parseCookies } from './cookies.ts'

async function browserOf(publicUrl: string) {
  const app = Fastify()
  const cookie = hostCookie('inlet_session', publicUrl)
  await parseCookies(app)
  app.get('/read', (request) => ({ value: cookie.read(request) ?? null }))
  app.get('/set', (_request, reply) => {
    cookie.set(reply, 'abc', 60)
    return {}
  })
  app.get('/clear', (_request, reply) => {
    cookie.clear(reply)
    return {}
  })
  return {
    setCookie: async (url: string) => (await app.inject(url)).headers['set-cookie'],
    read: async (header?: string) =>
      (await app.inject({ url: '/read', headers: header === undefined ? {} : { cookie: header } })).json()
        .value as string | null,
  }
}

describe('a cookie of the workspace', () => {
  it('is bound to the host and requires TLS where the service uses TLS', async () => {
    const browser = await browserOf('https://inlet.example')
    expect(await browser.setCookie('/set')).toBe(
      '__Host-inlet_session=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
  })

  it('has a plain name without TLS', async () => {
    const browser = await browserOf('http://127.0.0.1:3000')
    expect(await browser.setCookie('/set')).toBe(
      'inlet_session=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    )
    expect(await browser.setCookie('/clear')).toBe(
      'inlet_session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    )
  })

  it('is found among other cookies only by its exact name', async () => {
    const { read } = await browserOf('https://inlet.example')
    expect(await read('a=1; __Host-inlet_session=x=y; b=2')).toBe('x=y')
    expect(await read('inlet_session=forged; X__Host-inlet_session=forged')).toBeNull()
    expect(await read('__Host-inlet_session=')).toBeNull()
    expect(await read()).toBeNull()
  })
})
