/** Client secrets and the keys derived from the deployment's own secret. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

export interface SecretBox {
  /** What is stored of a client secret. */
  hashClientSecret(secret: string): Buffer
  isClientSecret(secret: string, hash: Buffer): boolean
  seal(plaintext: string): Buffer
  open(sealed: Buffer): string
}

const ivBytes = 12
const tagBytes = 16

export function createSecretBox(deploymentSecret: string): SecretBox {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', deploymentSecret, 'inlet', purpose, 32))
  const pepper = derive('client-secret')
  const sealKey = derive('signing-key')

  // A generated secret has 256 random bits: nothing to guess, so a slow hash would only hand out a way to
  // keep the token endpoint busy. The pepper makes a leaked table useless without the deployment's secret.
  const hashClientSecret = (secret: string) => createHmac('sha256', pepper).update(secret).digest()

  return {
    hashClientSecret,
    isClientSecret: (secret, hash) => timingSafeEqual(hashClientSecret(secret), hash),
    seal(plaintext) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv)
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, ivBytes))
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** Prefixes let secret scanners recognise a leaked credential. */
export const newClientId = () => `inlet_id_${randomBytes(12).toString('hex')}`
export const newClientSecret = () => `inlet_sk_${randomBytes(32).toString('base64url')}`
