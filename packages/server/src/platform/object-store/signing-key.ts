/** The key of AWS signature version 4, which changes with the day and the credentials. */
import { createHmac } from 'node:crypto'

export const signingAlgorithm = 'AWS4-HMAC-SHA256'

export const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export function createSigningKeys() {
  let known: { name: string; key: Buffer } | undefined
  return (secret: string, day: string, region: string): Buffer => {
    const name = `${secret} ${day} ${region}`
    if (known?.name !== name) {
      const steps = [day, region, 's3', 'aws4_request']
      known = { name, key: steps.reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`)) }
    }
    return known.key
  }
}

export const iso8601 = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')
