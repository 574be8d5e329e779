import { describe, expect, it } from 'vitest'
import { admin, makeCaller } from '../harness/admin.ts'
import { fetchToken, get, post, prefix, requestToken, tokenForm } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { decodeJwt, decodeProtectedHeader } from '../harness/jwt.ts'
import { baseUrls, isOurs } from '../harness/target.ts'

const tokenPath = '/api/v1/oauth/token'

describe('the token endpoint', async () => {
  const { key } = await anyCaller()

  it('TOK-1 exchanges a client id and secret for a JWT', async () => {
    const answer = await requestToken(key, { scope: 'project:read file:write' })
    expect(answer.status).toBe(200)
    expect(String(answer.body['access_token']).split('.')).toHaveLength(3)
  })

  it('TOK-2 returns type, lifetime and granted scope, and forbids caching', async () => {
    const answer = await requestToken(key, { scope: 'project:read' })
    expect(answer.body).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'project:read' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('TOK-4 reports errors as in RFC 6749', async () => {
    const form = (fields: Record<string, string>) => post(tokenPath, { body: new URLSearchParams(fields) })
    const basic = { authorization: `Basic ${btoa('nobody:nothing')}` }
    const cases = [
      { error: 'invalid_request', status: 400, answer: await form({ client_id: 'a', client_secret: 'b' }) },
      { error: 'invalid_request', status: 400, answer: await form({ grant_type: 'client_credentials' }) },
      { error: 'invalid_request', status: 400, answer: await post(tokenPath, { json: { ...key } }) },
      { error: 'invalid_request', status: 400, answer: await post(tokenPath) },
      {
        error: 'invalid_request',
        status: 400,
        answer: await post(tokenPath, {
          body: new URLSearchParams(`${tokenForm(key).toString()}&client_id=again`),
        }),
      },
      {
        error: 'unsupported_grant_type',
        status: 400,
        answer: await requestToken(key, { grant_type: 'password' }),
      },
      { error: 'invalid_scope', status: 400, answer: await requestToken(key, { scope: 'project:admin' }) },
      {
        error: 'invalid_client',
        status: 401,
        answer: await requestToken({ ...key, client_secret: 'wrong' }),
      },
      { error: 'invalid_client', status: 401, answer: await requestToken({ ...key, client_id: 'nobody' }) },
      {
        error: 'invalid_client',
        status: 401,
        answer: await post(tokenPath, {
          headers: basic,
          body: new URLSearchParams({ grant_type: 'client_credentials' }),
        }),
      },
    ]
    for (const { error, status, answer } of cases) {
      expect(answer.body).toMatchObject({ error, error_description: expect.any(String) })
      expect(answer.status).toBe(status)
      if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
    }
  })

  it('TOK-5 accepts HTTP Basic, and grants every scope of the key if none is requested', async () => {
    const basic = btoa(`${encodeURIComponent(key.client_id)}:${encodeURIComponent(key.client_secret)}`)
    const answer = await post(tokenPath, {
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    expect(answer.status).toBe(200)
    expect(String(answer.body['scope']).split(' ').sort()).toEqual(
      isOurs
        ? ['file:write', 'insight:write', 'project:read', 'project:write', 'survey:write']
        : expect.any(Array),
    )
  })

  it('TOK-7 issues RFC 9068 tokens that verify with the published keys', async () => {
    const token = await fetchToken(key)
    const header = decodeProtectedHeader(token)
    const claims = decodeJwt(token)
    expect(header).toMatchObject({ typ: 'at+jwt', kid: expect.any(String) })
    expect(['EdDSA', 'ES256']).toContain(header['alg'])
    expect(claims).toMatchObject({ client_id: key.client_id, sub: key.client_id, jti: expect.any(String) })
    for (const name of ['iss', 'aud', 'scope', 'iat', 'exp']) expect(claims).toHaveProperty(name)
    for (const baseUrl of baseUrls) {
      const jwks = await get('/.well-known/jwks.json', { baseUrl })
      const keys = jwks.body['keys'] as Record<string, unknown>[]
      const found = keys.find((jwk) => jwk['kid'] === header['kid'])
      expect(found).toBeDefined()
      expect(found).not.toHaveProperty('d')
      const publicKey = await crypto.subtle.importKey('jwk', found ?? {}, { name: 'Ed25519' }, false, [
        'verify',
      ])
      const [head = '', payload = '', signature = ''] = token.split('.')
      const isGenuine = await crypto.subtle.verify(
        'Ed25519',
        publicKey,
        Buffer.from(signature, 'base64url'),
        Buffer.from(`${head}.${payload}`),
      )
      expect(isGenuine).toBe(true)
    }
  })

  it('TOK-8 calls without a valid token get 401 with a Bearer challenge', async () => {
    const calls = [
      await get(`${prefix}/projects`),
      await get(`${prefix}/projects`, { token: 'nonsense' }),
      await get(`${prefix}/projects`, { headers: { authorization: 'Basic abc' } }),
      await post(`${prefix}/projects/create`, { json: { name: 'x' } }),
      await get(`${prefix}/insights`),
      await post(`${prefix}/insights/initialize`, { json: {} }),
      await post(`${prefix}/insights/some/complete`),
      await get(`${prefix}/insights/some/status`),
      await get(`${prefix}/files`),
      await post(`${prefix}/files/initialize`, { json: {} }),
      await post(`${prefix}/files/some/complete`),
      await get(`${prefix}/files/some/status`),
    ]
    for (const answer of calls) {
      expect(answer.status).toBe(401)
      expect(answer.body['error']).toEqual(expect.any(String))
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
  })
})

describeOurs('the token endpoint and a key that changes', () => {
  it('TOK-4 rejects a revoked key, an expired key and a suspended user', async () => {
    const revoked = await makeCaller()
    await admin('key', 'revoke', revoked.key.client_id)
    expect((await requestToken(revoked.key)).body['error']).toBe('invalid_client')

    const suspended = await makeCaller()
    await admin('user', 'suspend', suspended.email)
    expect((await requestToken(suspended.key)).body['error']).toBe('invalid_client')

    const expired = await makeCaller()
    const key = await admin<typeof expired.key>(
      'key',
      'create',
      '--user',
      expired.email,
      '--expires',
      '2020-01-01',
    )
    expect((await requestToken(key)).body['error']).toBe('invalid_client')
  })

  it('TOK-4 rejects a scope that the key does not have', async () => {
    const { key } = await makeCaller({ scopes: 'project:read' })
    expect((await requestToken(key, { scope: 'project:write' })).body['error']).toBe('invalid_scope')
  })

  it('TOK-4 accepts both secrets of a rotated key during the overlap, and only the new one without', async () => {
    const { key } = await makeCaller()
    const rotated = await admin<typeof key>('key', 'rotate', key.client_id, '--overlap-hours', '1')
    expect((await requestToken(key)).status).toBe(200)
    expect((await requestToken(rotated)).status).toBe(200)
    const again = await admin<typeof key>('key', 'rotate', key.client_id, '--overlap-hours', '0')
    expect((await requestToken(rotated)).status).toBe(401)
    expect((await requestToken(again)).status).toBe(200)
  })

  it('TOK-6 limits the token endpoint to 60 requests per minute and client', async () => {
    const { key } = await makeCaller()
    const answers = await Promise.all(Array.from({ length: 70 }, () => requestToken(key)))
    const accepted = answers.filter((answer) => answer.status === 200)
    const refused = answers.filter((answer) => answer.status === 429)
    // One token was already requested when the caller was created.
    expect(accepted).toHaveLength(59)
    expect(refused).toHaveLength(11)
    for (const answer of refused) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body).toEqual({
        error: 'rate_limited',
        error_description: expect.stringMatching(/60 per minute.*Wait \d+ s/),
        code: 'rate_limited',
        request_id: answer.headers.get('x-request-id'),
      })
    }
    await makeCaller()
  })

  it('TOK-9 revoking a key invalidates its tokens within 10 s on every process', async () => {
    const { key, token } = await makeCaller()
    for (const baseUrl of baseUrls)
      expect((await get(`${prefix}/projects`, { token, baseUrl })).status).toBe(200)
    await admin('key', 'revoke', key.client_id)
    const revokedAt = Date.now()
    for (const baseUrl of baseUrls) {
      let answer = await get(`${prefix}/projects`, { token, baseUrl })
      while (answer.status === 200 && Date.now() - revokedAt < 10_000) {
        await new Promise((resolve) => setTimeout(resolve, 250))
        answer = await get(`${prefix}/projects`, { token, baseUrl })
      }
      expect(answer.status).toBe(401)
      expect(Date.now() - revokedAt).toBeLessThan(10_000)
    }
  })
})
