import { describe, expect, it } from 'vitest'
import { hostCookie } from './cookies.ts'

describe('a cookie of the workspace', () => {
  it('is bound to the host and to TLS where there is TLS', () => {
    expect(hostCookie('inlet_session', 'https://inlet.example').write('abc', 60)).toBe(
      '__Host-inlet_session=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
  })

  it('works without TLS under its plain name', () => {
    const cookie = hostCookie('inlet_session', 'http://127.0.0.1:3000')
    expect(cookie.write('abc', 60)).toBe('inlet_session=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
    expect(cookie.clear()).toBe('inlet_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  })

  it('is found among others, and only under its whole name', () => {
    const cookie = hostCookie('inlet_session', 'https://inlet.example')
    expect(cookie.read('a=1; __Host-inlet_session=x=y; b=2')).toBe('x=y')
    expect(cookie.read('inlet_session=forged; X__Host-inlet_session=forged')).toBeUndefined()
    expect(cookie.read('__Host-inlet_session=')).toBeUndefined()
    expect(cookie.read(undefined)).toBeUndefined()
  })
})
