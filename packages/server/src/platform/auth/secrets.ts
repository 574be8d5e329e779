/** Client secrets, and the keys derived from the deployment's key material. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

export interface SecretBox {
  /** The form in which a client secret is stored. */
  hashClientSecret(secret: string): Buffer
  isClientSecret(secret: string, hash: Buffer): boolean
  /** Keyed hash under which a token or an address is stored or counted: it can be looked up, but not read back. */
  fingerprint(purpose: string, text: string): Buffer
  seal(plaintext: string): Buffer
  open(sealed: Buffer): string
  /** The same for values that are sent to browsers, with a separate key. */
  sealCookie(plaintext: string): string
  /** Undefined for anything this deployment did not seal. */
  openCookie(sealed: string): string | undefined
}

const ivBytes = 12
const tagBytes = 16

/** Hashes need the same key for ever; what is only encrypted can move to another one. */
export function createSecretBox(lookup: string | Buffer, seal: string | Buffer = lookup): SecretBox {
  const pepper = derive(lookup, 'client-secret')
  const fingerprintKey = derive(lookup, 'fingerprint')
  const sealKey = derive(seal, 'signing-key')
  const cookieKey = derive(seal, 'cookie')

  // A generated secret has 256 random bits, so guessing is hopeless and a slow hash would only make the token
  // endpoint easy to overload. The pepper makes a leaked table useless without it.
  const hashClientSecret = (secret: string) => createHmac('sha256', pepper).update(secret).digest()

  return {
    hashClientSecret,
    isClientSecret: (secret, hash) => timingSafeEqual(hashClientSecret(secret), hash),
    fingerprint: (purpose, text) =>
      createHmac('sha256', fingerprintKey).update(`${purpose}\0${text}`).digest(),
    seal: (plaintext) => sealWith(sealKey, plaintext),
    open: (sealed) => openWith(sealKey, sealed),
    sealCookie: (plaintext) => sealWith(cookieKey, plaintext).toString('base64url'),
    openCookie(sealed) {
      try {
        return openWith(cookieKey, Buffer.from(sealed, 'base64url'))
      } catch {
        return undefined
      }
    },
  }
}

const derive = (material: string | Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', material, 'inlet', purpose, 32))

/** Encrypts the key material of the deployment. */
export const wrappingKey = (deploymentSecret: string): Buffer => derive(deploymentSecret, 'key-material')

export function sealWith(key: Buffer, plaintext: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

export function openWith(key: Buffer, sealed: Buffer): string {
  // Without the length, a truncated tag would be accepted, and four bytes can be guessed.
  const options = { authTagLength: tagBytes }
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), options)
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** Prefixes let secret scanners recognise a leaked credential. */
export const newClientId = () => `inlet_id_${randomBytes(12).toString('hex')}`
export const newClientSecret = () => `inlet_sk_${randomBytes(32).toString('base64url')}`
export const newSessionToken = () => `inlet_se_${randomBytes(32).toString('base64url')}`
export const newInvitationToken = () => `inlet_in_${randomBytes(32).toString('base64url')}`
