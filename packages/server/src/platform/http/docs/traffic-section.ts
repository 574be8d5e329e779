/** How fast a program may call, and how it reads a list that is longer than one page. */
import { pageLimit } from '@inlet/contract'
import { codeBlock, codeSamples } from './code-sample.ts'
import type { DocumentedOperation } from './documented-operation.ts'
import type { Samples } from './example-calls.ts'
import { type Html, html, joined } from './html.ts'

const answerHeaders = [
  ['RateLimit-Policy', 'the allowance: q requests in w seconds'],
  ['RateLimit', 'what is left of it: r requests; t seconds until the oldest one no longer counts'],
  ['Retry-After', 'with status 429: how many seconds to wait'],
] as const

export function rateLimitSection(): Html {
  return html`<section class="entry" id="rate-limit">
<div class="entry-text">
<h2>Rate limit</h2>
<div class="prose">
<p>Each API key has an allowance of its own: 20 calls in any 60 seconds, unless your operator has set another figure. All calls that need a token count together. Uploads to the object store and token calls do not count; token calls have a limit of their own.</p>
<p>A call beyond the allowance answers 429 with <a href="#error-rate_limited"><code>rate_limited</code></a> and changes nothing. Wait as many seconds as <code>Retry-After</code> says and repeat it.</p>
</div>
<dl class="headers">${answerHeaders.map(([name, meaning]) => html`<div><dt><code>${name}</code></dt><dd>${meaning}</dd></div>`)}</dl>
</div>
<div class="entry-code">
${codeBlock('Headers of an answer', 'RateLimit-Policy: "default";q=20;w=60\nRateLimit: "default";r=17;t=42')}
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
<p>Lists come in pages of ${pageLimit} items, which is also the most. Ask for fewer with <code>limit</code> and skip items with <code>offset</code>. A value that makes no sense counts as absent.</p>
<p><code>count</code> is the number of items over all pages. <code>next</code> and <code>previous</code> are complete addresses, or null at either end: follow <code>next</code> until it is null.</p>
<p>Paged: ${joined(links, ', ')}.</p>
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
