/** Rate limits and pagination. */
import { pageLimit } from '@inlet/contract'
import { codeBlock, codeSamples } from './code-sample.ts'
import type { DocumentedOperation } from './documented-operation.ts'
import type { Samples } from './example-calls.ts'
import { type Html, html, joined } from './html.ts'

const answerHeaders = [
  ['RateLimit-Policy', 'the limit: q requests per w seconds'],
  ['RateLimit', 'the remaining quota: r requests; t seconds until the oldest request no longer counts'],
  ['Retry-After', 'with status 429: number of seconds to wait'],
] as const

export function rateLimitSection(): Html {
  return html`<section class="entry" id="rate-limit">
<div class="entry-text">
<h2>Rate limit</h2>
<div class="prose">
<p>Each API key has its own limit: 20 calls in any 60 seconds, unless your operator has configured another limit. All calls that require a token count. Uploads to the object store and token calls do not count; token calls have a separate limit.</p>
<p>A call over the limit fails with 429 and <a href="#error-rate_limited"><code>rate_limited</code></a> and changes nothing. Wait for the number of seconds in <code>Retry-After</code>, then retry.</p>
</div>
<dl class="headers">${answerHeaders.map(([name, meaning]) => html`<div><dt><code>${name}</code></dt><dd>${meaning}</dd></div>`)}</dl>
</div>
<div class="entry-code">
${codeBlock('Response headers', 'RateLimit-Policy: "default";q=20;w=60\nRateLimit: "default";r=17;t=42')}
</div>
</section>
`
}

export function pagedOperations(operations: DocumentedOperation[]): DocumentedOperation[] {
  return operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'offset'))
}

export function pagingSection(operations: DocumentedOperation[]): Html | undefined {
  const paged = pagedOperations(operations)
  const [first] = paged
  if (!first) return undefined
  const links = paged.map(({ id }) => html`<a href="#${id}"><code>${id}</code></a>`)
  return html`<section class="entry" id="paging">
<div class="entry-text">
<h2>Paging</h2>
<div class="prose">
<p>Lists are returned in pages of up to ${pageLimit} items. Request fewer with <code>limit</code> and skip items with <code>offset</code>. Invalid values are ignored.</p>
<p><code>count</code> is the number of items on all pages. <code>next</code> and <code>previous</code> are complete URLs, or null at either end: follow <code>next</code> until it is null.</p>
<p>Paginated operations: ${joined(links, ', ')}.</p>
</div>
</div>
<div class="entry-code">${codeSamples('Every page', pagingSamples(first.path))}</div>
</section>
`
}

function pagingSamples(path: string): Samples {
  return {
    curl: `next="$INLET_URL${path}"
while [ "$next" != null ]; do
  page=$(curl -sS -H "Authorization: Bearer $TOKEN" "$next")
  echo "$page"
  next=$(echo "$page" | jq -r .next)
done`,
    javascript: `const { INLET_URL, TOKEN } = process.env
const headers = { Authorization: \`Bearer \${TOKEN}\` }

let next = \`\${INLET_URL}${path}\`
while (next) {
  const response = await fetch(next, { headers })
  if (!response.ok) throw new Error(await response.text())
  const page = await response.json()
  console.log(page)
  next = page.next
}`,
    python: `import os
import requests

headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
next_url = os.environ["INLET_URL"] + "${path}"
while next_url:
    response = requests.get(next_url, headers=headers, timeout=30)
    response.raise_for_status()
    page = response.json()
    print(page)
    next_url = page["next"]`,
  }
}
