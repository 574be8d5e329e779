import type { ApiKey, Scope } from '@inlet/contract/workspace'

/** Scope labels. */
export const scopeLabels: Record<Scope, string> = {
  'project:read': 'List projects',
  'project:write': 'Create projects',
  'file:write': 'Import recordings, documents and images',
  'insight:write': 'Import insights',
  'survey:write': 'Import surveys',
}

export function describeScopes(scopes: readonly Scope[]): string {
  const all = Object.keys(scopeLabels) as Scope[]
  if (all.every((scope) => scopes.includes(scope))) return 'Full access'
  return all
    .filter((scope) => scopes.includes(scope))
    .map((scope) => scopeLabels[scope])
    .join(' · ')
}

/** `…7Qx2`: the last characters identify a secret. */
export const endOf = ({ secrets }: ApiKey): string => (secrets[0] ? `…${secrets[0].last_four}` : '')

/** Commands to paste into a terminal. They include the secret while it is known. */
export function curlLines(origin: string, clientId: string, secret = '$CLIENT_SECRET'): string {
  return [
    `TOKEN=$(curl -s ${origin}/api/v1/oauth/token -d grant_type=client_credentials \\`,
    `  -d client_id=${clientId} -d client_secret=${secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl ${origin}/api/v1/developer/import/projects -H "Authorization: Bearer $TOKEN"`,
  ].join('\n')
}
