import type { SignInProblem } from '@inlet/contract/workspace'

const texts: Record<SignInProblem, string> = {
  no_account:
    'You have no account here. Ask your operator to invite you with the address you signed in with.',
  expired: 'Signing in took too long, so it was given up. Start again.',
  provider_failed: 'Your organisation’s sign-in did not accept it. Try again, or tell your operator.',
  provider_away: 'Your organisation’s sign-in does not answer. Try again shortly.',
}

export function explainProblem(code: string | undefined): string | undefined {
  return code !== undefined && code in texts ? texts[code as SignInProblem] : undefined
}
