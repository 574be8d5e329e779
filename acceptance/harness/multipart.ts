/** Multipart uploads, as in MPU-3. */
import { type Answer, call, prefix } from './api.ts'

export interface Part {
  part_number: number
  upload_url: string
  size_bytes: number
}

export interface Multipart {
  upload_type: string
  size_bytes: number
  part_size: number
  part_count: number
  expires_at: string
  parts: Part[]
}

export const partSize = 16 * 1024 * 1024

export function multipartOf(answer: Answer): Multipart {
  if (answer.status >= 300) throw new Error(`No upload: ${answer.status} ${answer.text}`)
  return (answer.body['upload'] ?? answer.body) as Multipart
}

export async function put(url: string, content: Uint8Array<ArrayBuffer>): Promise<number> {
  const answer = await fetch(url, { method: 'PUT', body: content })
  await answer.arrayBuffer()
  return answer.status
}

/** The bytes of the file that belong to the part. */
export function sliceOf(
  content: Uint8Array<ArrayBuffer>,
  { part_number, size_bytes }: Part,
  size = partSize,
) {
  const start = (part_number - 1) * size
  return content.slice(start, start + size_bytes)
}

export const sendParts = (parts: readonly Part[], content: Uint8Array<ArrayBuffer>): Promise<number[]> =>
  Promise.all(parts.map((part) => put(part.upload_url, sliceOf(content, part))))

/** The sub-resource of a record, by its path under the import API. */
export function uploadOf(token: string, path: string) {
  const url = `${prefix}/${path}/upload`
  return {
    get: () => call('GET', url, { token }),
    start: (json: object) => call('POST', url, { token, json }),
    discard: () => call('DELETE', url, { token }),
    sign: (part_numbers: unknown[]) => call('POST', `${url}/sign`, { token, json: { part_numbers } }),
    received: async () => (await call('GET', url, { token })).body['received'] as Omit<Part, 'upload_url'>[],
  }
}
