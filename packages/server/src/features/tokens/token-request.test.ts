import { describe, expect, it } from 'vitest'
import { readTokenRequest, TokenError } from './token-request.ts'

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
const grant = 'grant_type=client_credentials'
const credentials = `${grant}&client_id=id&client_secret=secret`

const read = (form: string, authorization?: string) =>
  readTokenRequest(authorization, new URLSearchParams(form))

function refusalOf(form: string, authorization?: string): TokenError {
  try {
    read(form, authorization)
  } catch (error) {
    if (error instanceof TokenError) return error
    throw error
  }
  throw new Error('The request was accepted.')
}

describe('readTokenRequest', () => {
  it('reads the credentials from the form', () => {
    expect(read(credentials)).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      scopes: undefined,
      resource: undefined,
    })
  })

  it('reads them from HTTP Basic with a case-insensitive scheme', () => {
    const expected = { clientId: 'id', clientSecret: 'secret', scopes: undefined, resource: undefined }
    expect(read(grant, basic('id', 'secret'))).toEqual(expected)
    expect(read(grant, basic('id', 'secret').replace('Basic', 'bASIC'))).toEqual(expected)
    expect(read(`${grant}&client_id=id`, basic('id', 'secret'))).toEqual(expected)
  })

  it('reads the resource', () => {
    expect(read(`${credentials}&resource=https://a.example/mcp`).resource).toBe('https://a.example/mcp')
  })

  it('form-decodes both halves of HTTP Basic', () => {
    expect(read(grant, basic('a%3Ab+c', 'p%25w%3A%C3%A9:x'))).toMatchObject({
      clientId: 'a:b c',
      clientSecret: 'p%w:é:x',
    })
  })

  it.each([
    ['nothing at all', '', undefined, 'invalid_request'],
    ['no grant type', 'client_id=id&client_secret=s', undefined, 'invalid_request'],
    ['an empty grant type', 'grant_type=&client_id=id&client_secret=s', undefined, 'invalid_request'],
    ['another grant type', 'grant_type=password&client_id=id', undefined, 'unsupported_grant_type'],
    ['no client id', `${grant}&client_secret=s`, undefined, 'invalid_request'],
    ['an empty client id', `${grant}&client_id=&client_secret=s`, undefined, 'invalid_request'],
    ['no client secret', `${grant}&client_id=id`, undefined, 'invalid_request'],
    ['an empty client secret', `${grant}&client_id=id&client_secret=`, undefined, 'invalid_request'],
    ['a field sent twice', `${credentials}&client_id=id`, undefined, 'invalid_request'],
    ['an unknown field sent twice', `${credentials}&x=1&x=2`, undefined, 'invalid_request'],
    ['credentials both ways', credentials, basic('id', 'secret'), 'invalid_request'],
    ['another id in the form', `${grant}&client_id=b`, basic('a', 's'), 'invalid_request'],
    ['a bearer token', grant, 'Bearer abc', 'invalid_client'],
    ['an empty Authorization header', credentials, '', 'invalid_client'],
    ['bad base64', grant, 'Basic !!!', 'invalid_client'],
    ['no base64', grant, 'Basic', 'invalid_client'],
    ['a bad percent sign', grant, basic('id', '100%'), 'invalid_client'],
    ['an unknown scope', `${credentials}&scope=project:read+admin`, undefined, 'invalid_scope'],
    [
      'scopes separated by a tab',
      `${credentials}&scope=project:read%09file:write`,
      undefined,
      'invalid_scope',
    ],
    ['a scope in capitals', `${credentials}&scope=PROJECT:READ`, undefined, 'invalid_scope'],
  ] as const)('refuses %s', (_case, form, authorization, code) => {
    expect(refusalOf(form, authorization)).toMatchObject({
      code,
      status: code === 'invalid_client' ? 401 : 400,
    })
  })

  it('names the field that is missing or sent twice', () => {
    expect(refusalOf(`${grant}&client_secret=s`).message).toContain('client_id')
    expect(refusalOf(`${grant}&client_id=id`).message).toContain('client_secret')
    expect(refusalOf(`${grant}&scope=a&scope=b`).message).toContain('scope')
  })

  it('treats an empty field as missing', () => {
    expect(read(`${grant}&client_id=&client_secret=`, basic('id', 's'))).toMatchObject({ clientId: 'id' })
    expect(refusalOf(`${grant}&client_id=&client_secret=s`).message).toContain('client_id')
  })

  it('rejects a client id with a NUL character before any lookup', () => {
    expect(refusalOf(`${grant}&client_id=%00&client_secret=s`).code).toBe('invalid_client')
  })

  it('echoes only characters that RFC 6749 allows in a description', () => {
    const { message } = refusalOf(`${credentials}&scope=x%22%0Ay%C3%A9`)
    expect(message).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  })

  it('sends a Basic challenge only for failed client authentication', () => {
    expect(refusalOf(grant, 'Basic !').headers).toEqual({ 'www-authenticate': 'Basic realm="inlet"' })
    expect(refusalOf('').headers).toEqual({})
  })
})

describe('token request scopes', () => {
  it.each([
    ['', undefined],
    ['&scope=', undefined],
    ['&scope=+++', undefined],
    ['&scope=file:write', ['file:write']],
    ['&scope=file:write++project:read', ['file:write', 'project:read']],
    ['&scope=file:write+file:write', ['file:write']],
  ])('are read from "%s" as %j', (field, scopes) => {
    expect(read(`${credentials}${field}`).scopes).toEqual(scopes)
  })
})
