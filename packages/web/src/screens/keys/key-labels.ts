import { type ApiKey, importScopes, type Scope } from '@inlet/contract/workspace'

/** Scope labels. */
export const scopeLabels: Record<Scope, string> = {
  'project:read': 'List projects',
  'project:write': 'Create projects',
  'file:write': 'Import recordings, documents and images',
  'insight:write': 'Import insights',
  'survey:write': 'Import surveys',
  'event:read': 'Read the event log',
  'webhook:write': 'Manage webhooks',
  'project:manage': 'Change projects',
  'insight:manage': 'Change insights',
  'file:manage': 'Change recordings, documents and images',
  'survey:manage': 'Change surveys',
  'participant:manage': 'Erase people',
  'insight:read': 'Read insights',
  'file:read': 'Read recordings, documents and images',
  'survey:read': 'Read surveys',
  'mcp:read': 'Connect AI agents (MCP)',
  'participant:read': 'Read names and e-mail addresses',
  'export:write': 'Export projects',
}

/** What a permission allows, where its label does not say it. */
export const scopeDescriptions: Partial<Record<Scope, string>> = {
  'event:read': 'Lists changes of projects and imports that the key can access.',
  'webhook:write': 'Sends these changes to a URL outside Inlet.',
  'insight:read': 'Text, pages and files.',
  'file:read': 'Transcripts, texts and files.',
  'survey:read': 'Columns, responses, results and media files, without names and e-mail addresses.',
  'participant:manage': 'From all surveys of the team; this cannot be undone. Only admins can grant this.',
  'export:write': 'Everything the key can access, as files. Only admins can grant this.',
  'mcp:read': 'Agents can read what the key can access, except projects that are excluded from AI.',
  'participant:read': 'Of respondents and participants. Only admins can grant this.',
}

export function describeScopes(scopes: readonly Scope[]): string {
  const all = Object.keys(scopeLabels) as Scope[]
  const granted = all.filter((scope) => scopes.includes(scope))
  if (granted.length === all.length) return 'Full access'
  const isImportScope = (scope: Scope) => importScopes.some((one) => one === scope)
  const hasAllImportScopes = importScopes.every((scope) => scopes.includes(scope))
  const rest = hasAllImportScopes ? granted.filter((scope) => !isImportScope(scope)) : granted
  return [...(hasAllImportScopes ? ['All imports'] : []), ...rest.map((scope) => scopeLabels[scope])].join(
    ' · ',
  )
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
