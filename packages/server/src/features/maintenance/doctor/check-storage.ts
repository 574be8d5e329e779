/** Checks that the object store is reachable, does everything the service needs, and allows browser uploads. */
import { checkExpiry } from '../../../platform/object-store/bucket.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { probePrefix } from '../../../platform/object-store/prefixes.ts'
import { probeStore } from '../../../platform/object-store/probe.ts'
import type { ProbeResult } from '../../../platform/object-store/probe-result.ts'
import { isTimeout, statusOf } from '../../../platform/object-store/store-errors.ts'
import { judgeClock } from './check-database.ts'
import { checkGateway } from './check-gateway.ts'
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
  CredentialsProviderError:
    'No access key was found. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give the process a role.',
  301: 'The bucket is in another region. Correct S3_REGION and S3_ENDPOINT.',
  403: 'The store denies access. Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or grant the key s3:ListBucket on the bucket.',
  404: 'The bucket does not exist. Run "npm run migrate" to create it, or correct S3_BUCKET.',
  'no answer':
    'The store accepts the connection and does not answer. Check it and the proxies in front of it.',
}

export async function checkStorage(
  store: ObjectStore,
  settings: StorageSettings,
  now: () => number,
): Promise<CheckResult[]> {
  try {
    await store.ping()
  } catch (error) {
    const reason = String(statusOf(error) ?? (isTimeout(error) ? 'no answer' : reasonOf(error)))
    const fix = fixes[reason] ?? 'Check S3_ENDPOINT and the network path to the store.'
    return [failed('storage', `the bucket cannot be used (${reason})`, fix)]
  }
  return [
    ...(await probeStore(store)).map(resultOf),
    ...(await checkGateway(store)).map(resultOf),
    await checkCors(store, settings),
    await checkLifecycle(store),
    await checkStoreClock(settings, now),
  ]
}

function resultOf({ check, state, detail, fix, neededBy }: ProbeResult): CheckResult {
  const name = check.includes(':') ? check : `storage: ${check}`
  if (fix === undefined) return ok(name, detail)
  return { check: name, state, detail, fix: `${fix} Needed by ${neededBy.join(', ')}.` }
}

/** Sends the CORS preflights of browser uploads, of a form and of a part, to the public endpoint. */
async function checkCors(store: ObjectStore, { origin }: StorageSettings): Promise<CheckResult> {
  const check = 'browser uploads (CORS)'
  const { upload_url: url } = await store.presignUpload({ key: `${probePrefix}cors`, maxBytes: 1 })
  const fix = `Run "npm run migrate" to set the CORS rules from INLET_CORS_ORIGINS, or let the proxy in front of the store or the gateway pass OPTIONS requests.`
  try {
    let allowed: string | null = null
    for (const method of ['POST', 'PUT']) {
      const answer = await fetch(url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': method },
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
      allowed = answer.headers.get('access-control-allow-origin')
      if (allowed !== '*' && allowed !== origin)
        return failed(check, `${method} is not allowed for ${origin}`, fix)
    }
    return ok(check, `allowed for ${allowed}`)
  } catch (error) {
    return warning(
      check,
      `the upload endpoint does not answer from this machine (${reasonOf(error)})`,
      'Check S3_PUBLIC_ENDPOINT, or INLET_GATEWAY_URL if the gateway is used, from a client machine.',
    )
  }
}

async function checkLifecycle(store: ObjectStore): Promise<CheckResult> {
  const check = 'upload expiration'
  const { missing, early = [], unreadable } = await checkExpiry(store)
  if (missing.length === 0 && early.length > 0)
    return warning(
      check,
      `lifecycle rules abort multipart uploads too early: ${early.join('; ')}`,
      'Clients may resume an upload for seven days. Run "npm run migrate", or change the rule to at least 8 days.',
    )
  if (missing.length === 0) return ok(check, 'set')
  const rules = missing.join('; ')
  return unreadable === undefined
    ? warning(
        check,
        `lifecycle rules are missing: ${rules}`,
        'Run "npm run migrate". If the store does not support lifecycle rules, run "inlet-admin gc" every night.',
      )
    : warning(
        check,
        `the lifecycle rules cannot be read (${unreadable})`,
        `Grant the access key s3:GetLifecycleConfiguration. If the store has no lifecycle rules, run "inlet-admin gc" every night. Rules to set by hand: ${rules}.`,
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
