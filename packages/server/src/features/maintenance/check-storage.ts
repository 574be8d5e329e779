/** Whether the object store is there, does what uploads rely on, and lets browsers in. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { findLastingPrefixes, probePrefix } from '../../platform/object-store/bucket.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { probeStore } from '../../platform/object-store/probe.ts'
import { judgeClock } from './check-database.ts'
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts'

export interface StorageSettings {
  endpoint: string
  publicEndpoint: string
  /** A page of this origin uploads. */
  origin: string
}

const timeoutMs = 10_000

const mends: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there. Start the store, or correct S3_ENDPOINT.',
  ENOTFOUND: 'The host name is unknown. Correct S3_ENDPOINT.',
  403: 'The store does not accept the keys. Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their rights to the bucket.',
  404: 'The bucket does not exist. Run "npm run migrate", which makes it, or correct S3_BUCKET.',
}

export async function checkStorage(
  store: ObjectStore,
  settings: StorageSettings,
  now: () => number,
): Promise<Finding[]> {
  try {
    await store.ping()
  } catch (error) {
    const reason = statusOf(error) ?? reasonOf(error)
    const mend = mends[reason] ?? 'Check S3_ENDPOINT, and whether the store can be reached from here.'
    return [failed('storage', `the bucket cannot be used (${reason})`, mend)]
  }
  return [
    await checkRoundTrip(store),
    ...(await checkPolicies(store, settings)),
    await checkCors(store, settings),
    await checkLifecycle(store),
    await checkStoreClock(settings, now),
  ]
}

/** The SDK hangs the status on its errors. */
function statusOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode === undefined ? undefined : String(httpStatusCode)
}

async function checkRoundTrip(store: ObjectStore): Promise<Finding> {
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
      'the store did not give back or delete what was written',
      'Look at the log of the store.',
    )
  } catch (error) {
    const reason = statusOf(error) ?? reasonOf(error)
    return failed(
      'storage',
      `an object cannot be written, read and deleted (${reason})`,
      mends[reason] ?? 'Look at the log of the store.',
    )
  }
}

async function checkPolicies(store: ObjectStore, { endpoint }: StorageSettings): Promise<Finding[]> {
  const findings = await probeStore(store, endpoint)
  return findings.map(({ check, isOk, detail }) =>
    isOk
      ? ok(`upload policy: ${check}`, detail)
      : failed(
          `upload policy: ${check}`,
          detail,
          'Use a store that enforces POST policies; docs/adr/0005 lists some.',
        ),
  )
}

/** As a browser asks before it uploads, at the address it is given. */
async function checkCors(store: ObjectStore, { origin }: StorageSettings): Promise<Finding> {
  const check = 'uploads from browsers'
  const { upload_url: url } = await store.presignUpload({ key: `${probePrefix}cors`, maxBytes: 1 })
  const mend = `Run "npm run migrate", which sets the rules of the bucket by INLET_CORS_ORIGINS, or let the proxy before the store pass OPTIONS through.`
  try {
    const answer = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    const allowed = answer.headers.get('access-control-allow-origin')
    if (allowed === '*' || allowed === origin) return ok(check, `allowed for ${allowed}`)
    return failed(check, `not allowed for ${origin}`, mend)
  } catch (error) {
    return warning(
      check,
      `the address clients upload to does not answer here (${reasonOf(error)})`,
      'Check S3_PUBLIC_ENDPOINT from a machine of your users.',
    )
  }
}

async function checkLifecycle(store: ObjectStore): Promise<Finding> {
  const check = 'expiry of uploads'
  const missing = await findLastingPrefixes(store)
  if (missing.length === 0) return ok(check, 'set')
  return warning(
    check,
    `nothing removes old objects under ${missing.join(', ')}`,
    'Run "npm run migrate"; if the store knows no lifecycle rules, run "inlet-admin gc" every night.',
  )
}

async function checkStoreClock({ endpoint }: StorageSettings, now: () => number): Promise<Finding> {
  const check = 'storage clock'
  const answer = await fetch(endpoint, { signal: AbortSignal.timeout(timeoutMs) })
  await answer.body?.cancel()
  const date = answer.headers.get('date')
  if (date === null) return warning(check, 'the store does not tell the time', 'Compare its clock by hand.')
  // Told in whole seconds, so half a second is nothing.
  return judgeClock(check, Date.parse(date) + 500 - now(), 'the store')
}
