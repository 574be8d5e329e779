/** State of a sign-in at the provider, kept in an encrypted cookie. */
import type { PendingSignIn } from '../../platform/auth/provider.ts'
import type { SecretBox } from '../../platform/auth/secrets.ts'

export const visitSeconds = 600

export interface PendingVisit {
  pending: PendingSignIn
  /** The workspace page to return to. */
  to: string
  endsAtMs: number
}

export function sealVisit(secrets: SecretBox, visit: PendingVisit): string {
  return secrets.sealCookie(JSON.stringify(visit))
}

export function readVisit(
  secrets: SecretBox,
  sealed: string | undefined,
  nowMs: number,
): PendingVisit | undefined {
  const text = sealed === undefined ? undefined : secrets.openCookie(sealed)
  if (text === undefined) return undefined
  // Authenticated encryption guarantees that we wrote it.
  const visit = JSON.parse(text) as PendingVisit
  return visit.endsAtMs > nowMs ? visit : undefined
}

const longestPath = 1000

/** Accepts only paths of this site, so that the sign-in page is not an open redirect. */
export function readReturnPath(to: unknown): string {
  if (typeof to !== 'string' || to.length > longestPath || !/^\/[\x21-\x7e]*$/.test(to)) return '/'
  // Browsers treat a backslash as a slash, and two slashes start a host name.
  return /^\/[/\\]/.test(to) || to.includes('\\') ? '/' : to
}
