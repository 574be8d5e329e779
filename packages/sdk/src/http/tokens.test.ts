import { describe, expect, it } from 'vitest'
import { clientOf, issuedToken, listen, prefix, refusal, tokenPath } from '../../test/loopback.ts'
import { UnauthorizedError } from '../errors.ts'
import { Inlet } from '../inlet.ts'
import { createTokens } from './tokens.ts'

const status = `${prefix}/files/w/status`

describe('tokens', () => {
  it('are requested once for many calls, and cached', async () => {
    const service = await listen(({ path }) => (path === tokenPath ? issuedToken() : {}))
    const inlet = clientOf(service)
    await Promise.all(Array.from({ length: 5 }, () => inlet.files.status('w')))
    await inlet.files.status('w')
    expect(service.to(tokenPath)).toHaveLength(1)
    const form = new URLSearchParams(String(service.to(tokenPath)[0]?.body))
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'client_credentials',
      client_secret: 'secret',
    })
  })

  it('are renewed a minute before they expire', async () => {
    let clock = 0
    let issued = 0
    const tokens = createTokens(
      async () => {
        issued += 1
        return { text: `token-${issued}`, lifetimeMs: 3_600_000 }
      },
      () => clock,
    )
    expect(await tokens.get()).toBe('token-1')
    clock = 3_539_999
    expect(await tokens.get()).toBe('token-1')
    clock = 3_540_000
    expect(await Promise.all([tokens.get(), tokens.get()])).toEqual(['token-2', 'token-2'])
  })

  it('are renewed once if one is rejected, even if many calls used it', async () => {
    let issued = 0
    const service = await listen(({ path, headers }) => {
      if (path === tokenPath) return issuedToken(`token-${++issued}`)
      return headers.authorization === 'Bearer token-1' ? refusal(401, 'invalid_token') : {}
    })
    const inlet = clientOf(service)
    await Promise.all(Array.from({ length: 4 }, () => inlet.files.status('w')))
    expect(service.to(tokenPath)).toHaveLength(2)
  })

  it('fail the call if they are rejected again', async () => {
    const service = await listen(({ path }) =>
      path === tokenPath ? issuedToken() : refusal(401, 'invalid_token'),
    )
    await expect(clientOf(service).files.status('w')).rejects.toBeInstanceOf(UnauthorizedError)
    expect(service.to(status)).toHaveLength(2)
    expect(service.to(tokenPath)).toHaveLength(2)
  })

  it('are requested again after a transient failure, but not after a wrong secret', async () => {
    const flaky = await listen(({ path }, count) => {
      if (path !== tokenPath) return {}
      return count < 3 ? refusal(503, 'unavailable') : issuedToken()
    })
    await clientOf(flaky).files.status('w')
    expect(flaky.to(tokenPath)).toHaveLength(3)

    const wrong = await listen(() => ({
      status: 401,
      body: { error: 'invalid_client', error_description: 'The client id or secret is wrong.' },
    }))
    await expect(clientOf(wrong).files.status('w')).rejects.toMatchObject({
      name: 'UnauthorizedError',
      code: 'invalid_client',
      message: 'The client id or secret is wrong. Check clientId and clientSecret.',
    })
    expect(wrong.asked).toHaveLength(1)
  })

  it('are still fetched if the first caller cancels', async () => {
    const service = await listen(async ({ path }) => {
      if (path === tokenPath) await new Promise((resolve) => setTimeout(resolve, 200))
      return path === tokenPath ? issuedToken() : {}
    })
    const inlet = clientOf(service)
    const impatient = inlet.files.status('w', { signal: AbortSignal.timeout(50) })
    const patient = inlet.files.status('w')
    await expect(impatient).rejects.toMatchObject({ name: 'CancelledError' })
    await patient
    expect(service.to(tokenPath)).toHaveLength(1)
  })

  it('can come from the caller, and are requested again when rejected', async () => {
    const service = await listen(({ headers }) =>
      headers.authorization === 'Bearer mine-2' ? {} : refusal(401, 'invalid_token'),
    )
    let asked = 0
    const inlet = new Inlet({ baseUrl: service.url, accessToken: () => `mine-${++asked}` })
    await inlet.files.status('w')
    expect(service.to(tokenPath)).toHaveLength(0)
  })
})
