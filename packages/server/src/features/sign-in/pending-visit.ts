/** What a browser carries, sealed, while it visits the provider. */
import type { PendingSignIn } from '../../platform/auth/provider.ts'
import type { SecretBox } from '../../platform/auth/secrets.ts'

export const visitSeconds = 600

export interface PendingVisit {
  pending: PendingSignIn
  /** Where in the workspace the person wanted to go. */
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
  // Nobody else can have written it.
  const visit = JSON.parse(text) as PendingVisit
  return visit.endsAtMs > nowMs ? visit : undefined
}

const longestPath = 1000

/** Only a path of our own: anything else would make the sign-in page a way to send people elsewhere. */
export function readReturnPath(to: unknown): string {
  if (typeof to !== 'string' || to.length > longestPath || !/^\/[\x21-\x7e]*$/.test(to)) return '/'
  // Browsers read a backslash like a slash, and two slashes begin the name of a host.
  return /^\/[/\\]/.test(to) || to.includes('\\') ? '/' : to
}
