import { type Finding, failed, ok, reasonOf, warning } from './finding.ts'

const check = 'public address'
const timeoutMs = 10_000

export async function checkPublicUrl(publicUrl: string): Promise<Finding> {
  const { protocol, hostname } = new URL(publicUrl)
  try {
    const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(timeoutMs) })
    const body = (await answer.json().catch(() => ({}))) as { status?: string }
    if (!answer.ok || body.status !== 'ok')
      return failed(
        check,
        `something else answers there (${answer.status})`,
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
      'Put a proxy with a certificate before the api and use https in INLET_PUBLIC_URL.',
    )
  return ok(check, 'answers')
}

export async function checkIssuer(issuer: string): Promise<Finding> {
  try {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    const { issuer: named } = (await answer.json()) as { issuer?: string }
    if (named === issuer) return ok('single sign-on', 'the issuer answers')
    return failed(
      'single sign-on',
      'the issuer calls itself by another name',
      'Set INLET_OIDC_ISSUER exactly as the provider writes it.',
    )
  } catch (error) {
    return failed(
      'single sign-on',
      `the issuer does not answer (${reasonOf(error)})`,
      'Check INLET_OIDC_ISSUER.',
    )
  }
}
