/**
 * Verifies at start-up that the store enforces upload policies. Some S3-compatible stores accept a form that is too
 * large or has another type; with them the service could not enforce its limits.
 */
import { randomUUID } from 'node:crypto'
import { probePrefix } from './bucket.ts'
import type { ObjectStore, UploadDescriptor } from './object-store.ts'

export interface ProbeResult {
  check: string
  isOk: boolean
  detail: string
}

const maxBytes = 64
const contentType = 'text/plain'

type Post = { bytes: number; fields?: Record<string, string> }

/** The probe runs inside the deployment, so it posts to the internal URL with the public signature. */
async function post(
  descriptor: UploadDescriptor,
  url: string,
  { bytes, fields = {} }: Post,
): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...descriptor.upload_fields, ...fields }))
    form.append(name, value)
  form.append('file', new Blob([Buffer.alloc(bytes, 'x')]), 'probe')
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status
}

export async function probeStore(store: ObjectStore, endpoint: string): Promise<ProbeResult[]> {
  const keys: string[] = []
  const postUrl = (descriptor: UploadDescriptor) => {
    const url = new URL(descriptor.upload_url)
    const internal = new URL(endpoint)
    url.protocol = internal.protocol
    url.host = internal.host
    return url.toString()
  }

  async function attempt(
    check: string,
    mustStore: boolean,
    what: Post,
    expirySeconds?: number,
  ): Promise<ProbeResult> {
    const key = `${probePrefix}${randomUUID()}`
    keys.push(key)
    const descriptor = await store.presignUpload({ key, maxBytes, contentType }, expirySeconds)
    const status = await post(descriptor, postUrl(descriptor), what)
    const stored = await store.head(key)
    const isOk = mustStore ? status < 300 && stored?.bytes === what.bytes : status >= 400 && stored === null
    return { check, isOk, detail: `status ${status}, object ${stored ? 'stored' : 'not stored'}` }
  }

  try {
    return [
      await attempt('stores a form that satisfies the policy', true, { bytes: maxBytes }),
      await attempt('rejects a file over the size limit', false, { bytes: maxBytes + 1 }),
      await attempt('rejects another content type', false, {
        bytes: 8,
        fields: { 'Content-Type': 'text/html' },
      }),
      await attempt('rejects another key', false, { bytes: 8, fields: { key: `${probePrefix}other` } }),
      await attempt('rejects an expired policy', false, { bytes: 8 }, -60),
    ]
  } finally {
    await store.remove([...keys, `${probePrefix}other`])
  }
}
