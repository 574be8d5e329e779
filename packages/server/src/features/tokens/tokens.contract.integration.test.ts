import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { fetchToken, makeCaller } from '../../../test/harness/people.ts'
import { loadKeyRing, rotateSigningKeys } from '../../platform/auth/signing-keys.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function statusWith(token: string): Promise<number> {
  const answer = await fetch(`${app.url}/api/v1/developer/import/projects`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.body?.cancel()
  return answer.status
}

describe('token lifetime', () => {
  it('TOK-3 is exactly one hour', async () => {
    const { token } = await makeCaller(app)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      iat: number
      exp: number
    }
    expect(claims.exp - claims.iat).toBe(3600)
    const leftMs = claims.exp * 1000 - app.deps.now()
    app.advanceClock(leftMs - 5_000)
    expect(await statusWith(token)).toBe(200)
    app.advanceClock(5_000)
    expect(await statusWith(token)).toBe(401)
  })

  it('TOK-7 survives a signing key rotation, and new tokens use the new key', async () => {
    const { key, token } = await makeCaller(app)
    const before = await loadKeyRing(app.deps.db, app.deps.secrets)
    await sql`update signing_key set created_at = now() - interval '1 hour'`.execute(app.deps.db)
    const kid = await rotateSigningKeys(app.deps.db, app.deps.secrets, { isImmediate: false })
    expect((await loadKeyRing(app.deps.db, app.deps.secrets)).kid).toBe(before.kid)
    // The new key starts signing after ten minutes; both keys are published.
    await sql`update signing_key set active_from = active_from - interval '10 minutes'`.execute(app.deps.db)
    app.advanceClock(61_000)
    const fresh = await fetchToken(app.url, key)
    expect(JSON.parse(Buffer.from(fresh.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ kid })
    expect(await statusWith(token)).toBe(200)
    expect(await statusWith(fresh)).toBe(200)
    const jwks = (await (await fetch(`${app.url}/.well-known/jwks.json`)).json()) as {
      keys: { kid: string }[]
    }
    expect(jwks.keys.map((jwk) => jwk.kid)).toEqual(expect.arrayContaining([before.kid, kid]))
  })
})

describe('forged tokens', () => {
  it('TOK-8 are rejected, in 26 variants', async () => {
    const { key } = await makeCaller(app)
    const ring = await loadKeyRing(app.deps.db, app.deps.secrets)
    const publicJwk = ring.jwks.keys.find((jwk) => jwk.kid === ring.kid) ?? {}
    const foreign = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const elliptic = await generateKeyPair('ES256', { extractable: true })
    const seconds = Math.floor(app.deps.now() / 1000)
    const good = {
      iss: app.deps.publicUrl,
      aud: `${app.deps.publicUrl}/api/v1`,
      sub: key.client_id,
      client_id: key.client_id,
      scope: 'project:read',
      jti: 'x',
      iat: seconds,
      exp: seconds + 3600,
    }
    const header = { alg: 'EdDSA', typ: 'at+jwt', kid: ring.kid }
    const sign = (claims: object, head: object = header, signer: CryptoKey = ring.privateKey) =>
      new SignJWT({ ...claims }).setProtectedHeader(head as { alg: string }).sign(signer)
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = (head: object, signature = '') => `${encode(head)}.${encode(good)}.${signature}`
    const without = (name: keyof typeof good) => {
      const { [name]: _, ...rest } = good
      return rest
    }
    const hmacKey = await crypto.subtle.importKey(
      'raw',
      Buffer.from(JSON.stringify(publicJwk)),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const genuine = await sign(good)
    const [head = '', payload = '', signature = ''] = genuine.split('.')
    const foreignJwk = await exportJWK(foreign.publicKey)
    expect(await importJWK(foreignJwk, 'EdDSA')).toBeDefined()
    const forged: Record<string, string> = {
      'alg none': unsigned({ ...header, alg: 'none' }),
      'alg None': unsigned({ ...header, alg: 'None' }),
      'alg none with a signature': unsigned({ ...header, alg: 'none' }, signature),
      'HS256 with the public key': await sign(good, { ...header, alg: 'HS256' }, hmacKey),
      'ES256 by another key': await sign(good, { ...header, alg: 'ES256' }, elliptic.privateKey),
      'signed by another key': await sign(good, header, foreign.privateKey),
      'foreign kid': await sign(good, { ...header, kid: 'other' }, foreign.privateKey),
      'no kid': await sign(good, { alg: 'EdDSA', typ: 'at+jwt' }),
      'kid that walks': await sign(good, { ...header, kid: '../../etc/passwd' }),
      'key inside the header': await sign(good, { ...header, jwk: foreignJwk }, foreign.privateKey),
      'key address in the header': await sign(
        good,
        { ...header, jku: 'http://127.0.0.1:9/' },
        foreign.privateKey,
      ),
      'typ JWT': await sign(good, { ...header, typ: 'JWT' }),
      'no typ': await sign(good, { alg: 'EdDSA', kid: ring.kid }),
      'wrong audience': await sign({ ...good, aud: 'https://elsewhere.example' }),
      'both audiences': await sign({ ...good, aud: [good.aud, `${app.deps.publicUrl}/mcp`] }),
      'no audience': await sign(without('aud')),
      'wrong issuer': await sign({ ...good, iss: 'https://elsewhere.example' }),
      'no issuer': await sign(without('iss')),
      expired: await sign({ ...good, iat: seconds - 7200, exp: seconds - 3600 }),
      'no expiry': await sign(without('exp')),
      'not yet valid': await sign({ ...good, nbf: seconds + 600 }),
      'another subject': await sign({ ...good, sub: 'somebody-else' }),
      'no client id': await sign(without('client_id')),
      'unknown client': await sign({ ...good, sub: 'nobody', client_id: 'nobody' }),
      'changed payload': `${head}.${encode({ ...good, scope: 'project:write' })}.${signature}`,
      'cut signature': `${head}.${payload}.${signature.slice(0, -4)}`,
      'no signature': `${head}.${payload}.`,
      'one megabyte': `${head}.${'A'.repeat(9_000)}.${signature}`,
      nonsense: 'a.b.c',
    }
    expect(Object.keys(forged).length).toBeGreaterThanOrEqual(25)
    for (const [name, token] of Object.entries(forged))
      expect([name, await statusWith(token)]).toEqual([name, 401])
    expect(await statusWith(genuine)).toBe(200)
  })
})
