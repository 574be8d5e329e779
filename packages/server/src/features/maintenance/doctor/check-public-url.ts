import { type CheckResult, failed, ok, reasonOf, warning } from './check-result.ts'

const check = 'public URL'
const timeoutMs = 10_000

export async function checkPublicUrl(publicUrl: string): Promise<CheckResult> {
  const { protocol, hostname } = new URL(publicUrl)
  try {
    const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(timeoutMs) })
    const body = (await answer.json().catch(() => ({}))) as { status?: string }
    if (!answer.ok || body.status !== 'ok')
      return failed(
        check,
        `answered by something other than Inlet (${answer.status})`,
        'Point INLET_PUBLIC_URL, or the proxy behind it, at the api.',
      )
  } catch (error) {
    return warning(
      check,
      `does not answer from this machine (${reasonOf(error)})`,
      'Start the api and check INLET_PUBLIC_URL, DNS and the proxy. Behind some firewalls only other machines can reach it.',
    )
  }
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'http:' && !isLocal)
    return warning(
      check,
      'is not encrypted',
      'Put a TLS proxy in front of the api and use https in INLET_PUBLIC_URL.',
    )
  return ok(check, 'reachable')
}

export async function checkIssuer(issuer: string): Promise<CheckResult> {
  try {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    const { issuer: named } = (await answer.json()) as { issuer?: string }
    if (named === issuer) return ok('single sign-on', 'issuer reachable')
    return failed(
      'single sign-on',
      'the issuer reports a different name',
      'Set INLET_OIDC_ISSUER to exactly what the provider reports.',
    )
  } catch (error) {
    return failed(
      'single sign-on',
      `the issuer does not answer (${reasonOf(error)})`,
      'Check INLET_OIDC_ISSUER.',
    )
  }
}
