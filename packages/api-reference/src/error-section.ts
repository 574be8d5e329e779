/** The errors of the contract, grouped by status, each with an anchor of its own. */
import { errorCatalogue, tokenErrorCatalogue } from '@inlet/contract'
import { jsonBlock } from './code-sample.ts'
import { exampleOf } from './example-value.ts'
import { breakable, fieldTable } from './field-table.ts'
import { type Html, html } from './html.ts'
import { inlineSchema, type OpenApiDocument } from './openapi-document.ts'
import { fieldsOf } from './schema-fields.ts'

interface CataloguedError {
  code: string
  status: number
  message: string
  isRetryable: boolean
}

const listed = (catalogue: Record<string, Omit<CataloguedError, 'code'>>): CataloguedError[] =>
  Object.entries(catalogue).map(([code, error]) => ({ code, ...error }))

const commonErrors = listed(errorCatalogue)
const tokenErrors = listed(tokenErrorCatalogue)

/** Where the codes of a status are explained. The token call has its own codes for some of them. */
export function errorAnchor(status: number, isTokenCall: boolean): string | undefined {
  const has = (errors: CataloguedError[]) => errors.some((error) => error.status === status)
  if (isTokenCall && has(tokenErrors)) return `token-status-${status}`
  return has(commonErrors) ? `status-${status}` : undefined
}

export function errorSection(document: OpenApiDocument): Html {
  const schema = inlineSchema(document, { $ref: '#/components/schemas/Error' })
  const fields = fieldsOf(schema)
  return html`<section id="errors">
<div class="entry">
<div class="entry-text">
<h2>Errors</h2>
<div class="prose">
<p>All errors have the same JSON format. Show <code>error</code> to people: it says what happened and what to do. Use <code>code</code> in programs: it is stable. Include <code>request_id</code> when you ask for help; it is also in the header <code>X-Request-Id</code>.</p>
</div>
${fields.length > 0 && fieldTable('Fields of an error', fields, 'answer')}
</div>
<div class="entry-code">${jsonBlock('Error', exampleOf(schema, '', 'few fields'))}</div>
</div>
<h3>Error codes</h3>
${errorTable('All error codes, by status', commonErrors, '')}
<h3 id="token-errors">Errors of the token call</h3>
<div class="prose"><p>The token call uses the error format of OAuth 2.0: <code>error</code> contains the code and <code>error_description</code> the message.</p></div>
${errorTable('Error codes of the token call, by status', tokenErrors, 'token-')}
</section>
`
}

function errorTable(caption: string, errors: CataloguedError[], prefix: string): Html {
  const byStatus = [...Map.groupBy(errors, (error) => error.status)].sort(([left], [right]) => left - right)
  return html`<table class="codes" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">
<th scope="col" role="columnheader">Status</th><th scope="col" role="columnheader">Code</th><th scope="col" role="columnheader">Message</th><th scope="col" role="columnheader">Retry</th>
</tr></thead>
${byStatus.map(([status, group]) => errorGroup(status, group, prefix))}</table>`
}

function errorGroup(status: number, errors: CataloguedError[], prefix: string): Html {
  return html`<tbody id="${prefix}status-${status}" role="rowgroup">${errors.map(
    ({ code, message, isRetryable }) => html`<tr id="${prefix}error-${code}" role="row">
<td role="cell"><span class="status">${status}</span></td>
<th scope="row" role="rowheader"><a href="#${prefix}error-${code}"><code>${breakable(code)}</code></a></th>
<td role="cell">${message}</td>
<td role="cell">${isRetryable ? 'Yes, after a wait' : html`<span class="quiet">No</span>`}</td>
</tr>
`,
  )}</tbody>
`
}
