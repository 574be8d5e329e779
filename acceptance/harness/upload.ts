import { type Answer, call } from './api.ts'

export interface Descriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

export function descriptorOf(answer: Answer): Descriptor {
  if (answer.status >= 300) throw new Error(`No descriptor: ${answer.status} ${answer.text}`)
  return answer.body as unknown as Descriptor
}

/** As the contract says: every field first, unchanged, the file last; no service credentials. */
export function upload(
  { upload_url, upload_fields }: Descriptor,
  content: string | Uint8Array<ArrayBuffer>,
  overrides: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...upload_fields, ...overrides })) form.append(name, value)
  form.append('file', new Blob([content]), 'file')
  return call('POST', upload_url, { body: form })
}

interface Policy {
  expiration: string
  conditions: unknown[]
}

/** The conditions that a descriptor carries, readable by whoever holds it. */
export function policyOf({ upload_fields }: Descriptor): Policy {
  const encoded = upload_fields['Policy'] ?? upload_fields['policy'] ?? ''
  return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as Policy
}
