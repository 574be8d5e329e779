/**
 * Verifies that the store enforces upload policies. Some S3-compatible stores accept a form that is too large or has
 * another type; with them the service could not enforce its limits.
 */
import { randomUUID } from 'node:crypto'
import { probePrefix } from './prefixes.ts'
import type { ProbeResult } from './probe-result.ts'
import type { ReadObjects } from './read-objects.ts'
import type { RemoveObjects } from './remove-objects.ts'
import type { SignedUpload, SignUpload } from './sign-uploads.ts'
import { isTemporaryStatus, StoreRefusal, storeReason } from './store-errors.ts'

const maxBytes = 64
const contentType = 'text/plain'
const postTimeoutMs = 10_000

type Post = { bytes: number; fields?: Record<string, string> }

/** The probe runs inside the deployment, so it posts to the internal URL of the store with the public signature. */
async function post(
  signed: SignedUpload,
  endpoint: string | undefined,
  { bytes, fields = {} }: Post,
): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...signed.fields, ...fields })) form.append(name, value)
  form.append('file', new Blob([Buffer.alloc(bytes, 'x')]), 'probe')
  const url = new URL(signed.url)
  if (endpoint !== undefined) {
    const internal = new URL(endpoint)
    url.protocol = internal.protocol
    url.host = internal.host
  }
  const signal = AbortSignal.timeout(postTimeoutMs)
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual', signal })
  await answer.body?.cancel()
  return answer.status
}

const otherwise =
  'Start the upload gateway and set INLET_GATEWAY_URL, or use another store; docs/guides/storage.md describes both.'

/** What to do when a form is not treated as it should be: stored if it `mustStore`, else refused. */
export type FixOf = (mustStore: boolean, status: number) => string

const fixOfStore: FixOf = (mustStore, status) => {
  if (!mustStore) return `The store does not enforce POST policies. ${otherwise}`
  if (status === 403)
    return 'Grant the access key s3:PutObject: a form has the rights of the key that signed it. Check the clocks as well.'
  return `The store does not accept signed forms (POST Object). ${otherwise}`
}

export interface PolicyProbe {
  store: Pick<ReadObjects, 'head'> & Pick<RemoveObjects, 'remove'>
  sign: SignUpload
  /** The internal URL of the store; undefined to post to the signed one. */
  endpoint?: string
  /** Who enforces the policy. */
  subject: string
  fixOf?: FixOf
}

export async function probePolicies({
  store,
  sign,
  endpoint,
  subject,
  fixOf = fixOfStore,
}: PolicyProbe): Promise<ProbeResult[]> {
  const keys: string[] = []
  async function attempt(
    what: string,
    mustStore: boolean,
    form: Post,
    expirySeconds = 60,
  ): Promise<ProbeResult> {
    const check = `${subject}: ${what}`
    const neededBy = ['api'] as const
    const key = `${probePrefix}${randomUUID()}`
    keys.push(key)
    const status = await post(await sign({ key, maxBytes, contentType, expirySeconds }), endpoint, form)
    if (isTemporaryStatus(status)) throw new Error(`A form was answered with status ${status}.`)
    try {
      const stored = await store.head(key)
      const isOk = mustStore ? status < 300 && stored?.bytes === form.bytes : status >= 400 && stored === null
      const detail = `status ${status}, object ${stored ? 'stored' : 'not stored'}`
      return isOk
        ? { check, state: 'ok', detail, neededBy }
        : { check, state: 'failed', detail, fix: fixOf(mustStore, status), neededBy }
    } catch (error) {
      if (!(error instanceof StoreRefusal)) throw error
      const detail = `status ${status}; cannot tell whether the object was stored (${storeReason(error.cause)})`
      return { check, state: 'failed', detail, fix: error.message, neededBy }
    }
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
    // What cannot be removed expires with the prefix; the right to delete has a check of its own.
    await store.remove([...keys, `${probePrefix}other`]).catch(() => {})
  }
}
