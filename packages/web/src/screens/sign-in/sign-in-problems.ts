import type { SignInProblem } from '@inlet/contract/workspace'

const texts: Record<SignInProblem, string> = {
  no_account:
    'You have no account here. Ask your administrator to invite the e-mail address you signed in with.',
  expired: 'Sign-in timed out. Try again.',
  provider_failed:
    'Your organization’s identity provider rejected the sign-in. Try again, or contact your administrator.',
  provider_away: 'Your organization’s identity provider did not respond. Try again later.',
}

export function explainProblem(code: string | undefined): string | undefined {
  return code !== undefined && code in texts ? texts[code as SignInProblem] : undefined
}
