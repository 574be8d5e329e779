/**
 * Uploads that the api signs and the gateway verifies. Forms have the fields of a POST policy, and URLs of parts carry
 * what the store's own would, signed with a key that only the processes of this service know.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { SignPartUrls } from './sign-parts.ts'
import type { SignUpload } from './sign-uploads.ts'
import { iso8601 } from './signing-key.ts'

export const gatewayPaths = { form: '/gateway/form', part: '/gateway/part' } as const

const algorithm = 'INLET-HMAC-SHA256'

/** Another secret for another purpose: the key reveals nothing of the secret it is derived from. */
export function deriveGatewayKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'inlet upload gateway', 32))
}

/** The kind is signed, so that one signature cannot be used as the other. */
const sign = (key: Buffer, kind: 'form' | 'part', text: string) =>
  createHmac('sha256', key).update(`${kind}\n${text}`).digest('hex')

function isSignature(key: Buffer, kind: 'form' | 'part', text: string, given: string): boolean {
  const expected = Buffer.from(sign(key, kind, text))
  const bytes = Buffer.from(given)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

export interface GatewaySigners {
  form: SignUpload
  parts: SignPartUrls
}

export function createGatewaySigners(url: string, signingKey: Buffer): GatewaySigners {
  return {
    async form({ key, maxBytes, contentType, expirySeconds }) {
      const nowMs = Date.now()
      const fields = {
        ...(contentType !== undefined && { 'Content-Type': contentType }),
        'X-Amz-Algorithm': algorithm,
        'X-Amz-Date': iso8601(nowMs).replaceAll(/[-:]/g, ''),
        key,
      }
      const policy = JSON.stringify({
        expiration: iso8601(nowMs + expirySeconds * 1000),
        conditions: [
          ['content-length-range', 0, maxBytes],
          ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
        ],
      })
      const Policy = Buffer.from(policy).toString('base64')
      const signature = sign(signingKey, 'form', Policy)
      return {
        url: `${url}${gatewayPaths.form}`,
        fields: { ...fields, Policy, 'X-Amz-Signature': signature },
      }
    },
    async parts({ key, uploadId }, parts, expirySeconds) {
      const expires = Math.floor(Date.now() / 1000) + expirySeconds
      const urls = parts.map(({ number, bytes }) => {
        const part = { key, uploadId, number, bytes, expires }
        const query = new URLSearchParams({
          key,
          uploadId,
          partNumber: String(number),
          bytes: String(bytes),
          expires: String(expires),
          signature: sign(signingKey, 'part', canonicalPart(part)),
        })
        return `${url}${gatewayPaths.part}?${query.toString()}`
      })
      return { urls, expiresAt: new Date(expires * 1000) }
    },
  }
}

export interface SignedPart {
  key: string
  uploadId: string
  number: number
  bytes: number
  /** In seconds since 1970. */
  expires: number
}

/** As JSON, because values of the store may contain any separator. */
const canonicalPart = ({ key, uploadId, number, bytes, expires }: SignedPart) =>
  JSON.stringify([key, uploadId, number, bytes, expires])

export interface GatewayVerifier {
  isForm(policy: string, signature: string): boolean
  /** Undefined when it was not signed like this. Does not look at the time. */
  readPart(query: Partial<Record<string, unknown>>): SignedPart | undefined
}

export function createGatewayVerifier(signingKey: Buffer): GatewayVerifier {
  return {
    isForm: (policy, signature) => isSignature(signingKey, 'form', policy, signature),
    readPart(query) {
      const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
      const part: SignedPart = {
        key: text('key'),
        uploadId: text('uploadId'),
        number: Number(text('partNumber')),
        bytes: Number(text('bytes')),
        expires: Number(text('expires')),
      }
      return isSignature(signingKey, 'part', canonicalPart(part), text('signature')) ? part : undefined
    },
  }
}
