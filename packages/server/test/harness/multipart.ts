/** Multipart uploads over HTTP, as a client makes them. */
import type { MultipartUpload, UploadPart } from '@inlet/contract'
import { callApi, type Import } from './imports.ts'

export interface MultipartImport extends Import {
  upload: MultipartUpload
  /** Path under the import API. */
  path: string
}

const prefix = '/api/v1/developer/import'

export interface Answer<Body> {
  status: number
  body: Body & Record<string, unknown>
}

export async function callUpload<Body = Record<string, unknown>>(
  { url, token }: { url: string; token: string },
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  json?: object,
): Promise<Answer<Body>> {
  const answer = await fetch(`${url}${prefix}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answer<Body>['body'] }
}

export async function beginMultipart(
  { url, token, projectId }: { url: string; token: string; projectId: number },
  kind: 'insights' | 'files',
  name: string,
  sizeBytes: number,
): Promise<MultipartImport> {
  const field = kind === 'insights' ? 'filename' : 'file_name'
  const answer = await callApi(url, token, `/${kind}/initialize`, {
    project_id: projectId,
    [field]: name,
    upload_type: 'multipart',
    size_bytes: sizeBytes,
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`No import: ${answer.status} ${text}`)
  const body = JSON.parse(text) as { insight_key?: string; wav_key?: string; upload: MultipartUpload }
  const key = body.insight_key ?? body.wav_key ?? ''
  const descriptor = { upload_url: '', upload_fields: {} }
  return { kind, key, path: `/${kind}/${key}`, upload: body.upload, descriptor }
}

export async function putPart(url: string, content: Buffer): Promise<number> {
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(content) })
  await answer.arrayBuffer()
  return answer.status
}

/** The bytes of the file that belong to the part. */
export function bytesOf(content: Buffer, { part_size }: MultipartUpload, part: UploadPart): Buffer {
  const start = (part.part_number - 1) * part_size
  return content.subarray(start, start + part.size_bytes)
}

export async function sendAllParts(upload: MultipartUpload, content: Buffer): Promise<number[]> {
  return Promise.all(upload.parts.map((part) => putPart(part.upload_url, bytesOf(content, upload, part))))
}

/** Without repetitions, so that parts in the wrong place are noticed. */
export function contentOf(bytes: number): Buffer {
  const content = Buffer.alloc(bytes)
  for (let i = 0; i + 4 <= bytes; i += 4) content.writeUInt32LE(i, i)
  return content
}
