/** Authentication: the token call, the scopes, and which operations require them. */
import { tokenLifetimeSeconds } from '@inlet/contract'
import { codeBlock } from './code-sample.ts'
import type { DocumentedOperation } from './documented-operation.ts'
import { breakable } from './field-table.ts'
import { type Html, html, joined } from './html.ts'
import type { OpenApiDocument } from './openapi-document.ts'

export function accessSection(document: OpenApiDocument, operations: DocumentedOperation[]): Html {
  const grant = clientCredentials(document)
  const minutes = tokenLifetimeSeconds / 60
  const tokenCall = operations.find((operation) => operation.isTokenCall)
  return html`<section class="entry" id="authentication">
<div class="entry-text">
<h2>Authentication</h2>
<div class="prose">
<p>An API key is a client id and a secret. Exchange them for an access token${tokenCall && html` with <a href="#${tokenCall.id}">the token call</a>`}, then send the token with every other call as <code>Authorization: Bearer …</code>.</p>
<p>A token is valid for ${minutes} minutes. Reuse it until it expires instead of requesting one before each call. If a call fails with <a href="#error-invalid_token"><code>invalid_token</code></a>, request a new token and retry.</p>
<p>A token has every scope of its API key, or those you list in <code>scope</code>. A call without a required scope fails with <a href="#error-insufficient_scope"><code>insufficient_scope</code></a>, and <code>required_scope</code> names the scope.</p>
</div>
${scopeTable(grant?.scopes ?? {}, operations)}
</div>
<div class="entry-code">
${codeBlock('Get a token, in a shell', tokenScript(document.servers?.[0]?.url ?? '', grant?.tokenUrl ?? ''))}
</div>
</section>
`
}

function clientCredentials(document: OpenApiDocument) {
  const schemes = Object.values(document.components?.securitySchemes ?? {})
  return schemes.find((scheme) => scheme.flows?.clientCredentials)?.flows?.clientCredentials
}

function tokenScript(serverUrl: string, tokenUrl: string): string {
  return `export INLET_URL=${serverUrl}
export CLIENT_ID=…
export CLIENT_SECRET=…

export TOKEN=$(curl -sS "$INLET_URL${tokenUrl}" \\
  --data-urlencode "grant_type=client_credentials" \\
  --data-urlencode "client_id=$CLIENT_ID" \\
  --data-urlencode "client_secret=$CLIENT_SECRET" \\
  | jq -r .access_token)`
}

function scopeTable(scopes: Record<string, string>, operations: DocumentedOperation[]): Html | undefined {
  if (Object.keys(scopes).length === 0) return undefined
  return html`<h3 id="scopes">Scopes</h3>
<table class="scopes" role="table">
<caption>Scopes and the operations that require them</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Scope</th><th scope="col" role="columnheader">Allows</th><th scope="col" role="columnheader">Required by</th></tr></thead>
<tbody role="rowgroup">${Object.entries(scopes).map(([scope, meaning]) => {
    const users = operations.filter((operation) => operation.scopes.includes(scope))
    const links = users.map(({ id }) => html`<a href="#${id}"><code>${breakable(id)}</code></a>`)
    return html`<tr id="scope-${scope}" role="row"><th scope="row" role="rowheader"><code>${scope}</code></th><td role="cell">${meaning}</td><td role="cell">${links.length > 0 ? joined(links, ', ') : html`<span class="quiet">no operation yet</span>`}</td></tr>
`
  })}</tbody>
</table>`
}
