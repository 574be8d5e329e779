import { type Answer, call } from './api.ts'

export interface Descriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

export function descriptorOf(answer: Answer): Descriptor {
  if (answer.status >= 300) throw new Error(`No descriptor: ${answer.status} ${answer.text}`)
  return answer.body as unknown as Descriptor
}

/** As in UPL-1: every field first and unchanged, the file last, no credentials. */
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

/** The policy conditions of a descriptor. */
export function policyOf({ upload_fields }: Descriptor): Policy {
  const encoded = upload_fields['Policy'] ?? upload_fields['policy'] ?? ''
  return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as Policy
}
