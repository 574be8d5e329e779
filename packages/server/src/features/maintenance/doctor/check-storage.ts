/** Checks that the object store is reachable, supports what uploads need, and allows browser uploads. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { findPrefixesWithoutExpiry, probePrefix } from '../../../platform/object-store/bucket.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { probeStore } from '../../../platform/object-store/probe.ts'
import { judgeClock } from './check-database.ts'
import { type CheckResult, failed, ok, reasonOf, warning } from './check-result.ts'

export interface StorageSettings {
  endpoint: string
  publicEndpoint: string
  /** The origin of workspace uploads. */
  origin: string
}

const timeoutMs = 10_000

const fixes: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused. Start the store, or correct S3_ENDPOINT.',
  ENOTFOUND: 'The host name cannot be resolved. Correct S3_ENDPOINT.',
  403: 'The store denies access. Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their permissions on the bucket.',
  404: 'The bucket does not exist. Run "npm run migrate" to create it, or correct S3_BUCKET.',
}

export async function checkStorage(
  store: ObjectStore,
  settings: StorageSettings,
  now: () => number,
): Promise<CheckResult[]> {
  try {
    await store.ping()
  } catch (error) {
    const reason = statusOf(error) ?? reasonOf(error)
    const fix = fixes[reason] ?? 'Check S3_ENDPOINT and the network path to the store.'
    return [failed('storage', `the bucket cannot be used (${reason})`, fix)]
  }
  return [
    await checkRoundTrip(store),
    ...(await checkPolicies(store, settings)),
    await checkCors(store, settings),
    await checkLifecycle(store),
    await checkStoreClock(settings, now),
  ]
}

/** The SDK attaches the HTTP status to its errors. */
function statusOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode === undefined ? undefined : String(httpStatusCode)
}

async function checkRoundTrip(store: ObjectStore): Promise<CheckResult> {
  const key = `${probePrefix}${randomUUID()}`
  const content = 'a probe of inlet-admin doctor'
  try {
    await store.write(key, Buffer.from(content), { contentType: 'text/plain', bytes: content.length })
    const object = await store.open(key)
    const found = object && (await text(object.body))
    await store.remove([key])
    if (found === content && (await store.head(key)) === null)
      return ok('storage', 'objects can be written, read and deleted')
    return failed(
      'storage',
      'a test object was not returned unchanged, or not deleted',
      'Check the log of the store.',
    )
  } catch (error) {
    const reason = statusOf(error) ?? reasonOf(error)
    return failed(
      'storage',
      `an object cannot be written, read and deleted (${reason})`,
      fixes[reason] ?? 'Check the log of the store.',
    )
  }
}

async function checkPolicies(store: ObjectStore, { endpoint }: StorageSettings): Promise<CheckResult[]> {
  const results = await probeStore(store, endpoint)
  return results.map(({ check, isOk, detail }) =>
    isOk
      ? ok(`upload policy: ${check}`, detail)
      : failed(
          `upload policy: ${check}`,
          detail,
          'Use a store that enforces POST policies; docs/adr/0005 lists some.',
        ),
  )
}

/** Sends the CORS preflight of a browser upload to the public endpoint. */
async function checkCors(store: ObjectStore, { origin }: StorageSettings): Promise<CheckResult> {
  const check = 'browser uploads (CORS)'
  const { upload_url: url } = await store.presignUpload({ key: `${probePrefix}cors`, maxBytes: 1 })
  const fix = `Run "npm run migrate" to set the CORS rules from INLET_CORS_ORIGINS, or let the proxy in front of the store pass OPTIONS requests.`
  try {
    const answer = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    const allowed = answer.headers.get('access-control-allow-origin')
    if (allowed === '*' || allowed === origin) return ok(check, `allowed for ${allowed}`)
    return failed(check, `not allowed for ${origin}`, fix)
  } catch (error) {
    return warning(
      check,
      `the upload endpoint does not answer from this machine (${reasonOf(error)})`,
      'Check S3_PUBLIC_ENDPOINT from a client machine.',
    )
  }
}

async function checkLifecycle(store: ObjectStore): Promise<CheckResult> {
  const check = 'upload expiration'
  const missing = await findPrefixesWithoutExpiry(store)
  if (missing.length === 0) return ok(check, 'set')
  return warning(
    check,
    `no lifecycle rule expires objects under ${missing.join(', ')}`,
    'Run "npm run migrate". If the store does not support lifecycle rules, run "inlet-admin gc" every night.',
  )
}

async function checkStoreClock({ endpoint }: StorageSettings, now: () => number): Promise<CheckResult> {
  const check = 'storage clock'
  const answer = await fetch(endpoint, { signal: AbortSignal.timeout(timeoutMs) })
  await answer.body?.cancel()
  const date = answer.headers.get('date')
  if (date === null) return warning(check, 'the store sends no Date header', 'Compare its clock manually.')
  // The Date header has whole seconds, so half a second of skew is ignored.
  return judgeClock(check, Date.parse(date) + 500 - now(), 'the store')
}
