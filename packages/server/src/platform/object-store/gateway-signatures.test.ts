import { describe, expect, it } from 'vitest'
import { createGatewaySigners, createGatewayVerifier, deriveGatewayKey } from './gateway-signatures.ts'

const key = deriveGatewayKey('a secret of at least thirty-two characters')
const signers = createGatewaySigners('https://uploads.example/inlet', key)
const verifier = createGatewayVerifier(key)
const upload = { key: 'incoming/a', uploadId: '2~a/b c' }
const signPart = async () => {
  const { urls, expiresAt } = await signers.parts(upload, [{ number: 3, bytes: 5 }], 60)
  return { url: new URL(urls[0] ?? ''), expiresAt }
}

describe('forms for the gateway', () => {
  const form = { key: 'incoming/a', maxBytes: 10, contentType: 'video/mp4', expirySeconds: 60 }

  it('have the fields of a POST policy', async () => {
    const { url, fields } = await signers.form(form)
    expect(url).toBe('https://uploads.example/inlet/gateway/form')
    expect(Object.keys(fields).sort()).toEqual([
      'Content-Type',
      'Policy',
      'X-Amz-Algorithm',
      'X-Amz-Date',
      'X-Amz-Signature',
      'key',
    ])
    const policy = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString())
    expect(policy.conditions).toContainEqual(['content-length-range', 0, 10])
    expect(policy.conditions).toContainEqual({ key: 'incoming/a' })
  })

  it('are accepted only as signed, and only with the same secret', async () => {
    const { fields } = await signers.form(form)
    const [policy = '', signature = ''] = [fields['Policy'], fields['X-Amz-Signature']]
    expect(verifier.isForm(policy, signature)).toBe(true)
    expect(verifier.isForm(`${policy} `, signature)).toBe(false)
    expect(verifier.isForm(policy, signature.replace(/./, 'x'))).toBe(false)
    expect(verifier.isForm(policy, '')).toBe(false)
    const other = createGatewayVerifier(deriveGatewayKey('another secret of thirty-two characters'))
    expect(other.isForm(policy, signature)).toBe(false)
  })
})

describe('parts for the gateway', () => {
  it('carry what was signed', async () => {
    const { url, expiresAt } = await signPart()
    expect(url.pathname).toBe('/inlet/gateway/part')
    expect(verifier.readPart(Object.fromEntries(url.searchParams))).toEqual({
      ...upload,
      number: 3,
      bytes: 5,
      expires: expiresAt.getTime() / 1000,
    })
  })

  it.each(['key', 'uploadId', 'partNumber', 'bytes', 'expires', 'signature'])(
    'are refused with another %s',
    async (name) => {
      const query = Object.fromEntries((await signPart()).url.searchParams)
      expect(verifier.readPart({ ...query, [name]: '7' })).toBeUndefined()
      expect(verifier.readPart({ ...query, [name]: ['7', '8'] })).toBeUndefined()
      const { [name]: _, ...rest } = query
      expect(verifier.readPart(rest)).toBeUndefined()
    },
  )
})
