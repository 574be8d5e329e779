/** One operation: description, parameters, body, responses, errors and example calls. */
import { STATUS_CODES } from 'node:http'
import { codeSamples, jsonBlock } from './code-sample.ts'
import type { DocumentedAnswer, DocumentedOperation } from './documented-operation.ts'
import { errorAnchor } from './error-section.ts'
import { exampleCalls } from './example-calls.ts'
import { exampleOf } from './example-value.ts'
import { breakable, fieldTable } from './field-table.ts'
import { type Html, html, joined } from './html.ts'
import { renderCode, renderText } from './light-markdown.ts'
import type { Schema } from './openapi-document.ts'
import { fieldsOf, parameterField } from './schema-fields.ts'

export function operationSection(operation: DocumentedOperation): Html {
  const { id, summary, method, path, description } = operation
  return html`<section class="entry" id="${id}">
<div class="entry-text">
<h3>${summary} <a class="anchor" href="#${id}" aria-label="Link to ${summary}">#</a></h3>
<p class="endpoint"><span class="method">${method}</span> <code>${breakable(path)}</code></p>
<div class="prose">${renderText(description)}</div>
<dl class="facts"><div><dt>Operation</dt><dd><code>${id}</code></dd></div><div><dt>Access</dt><dd>${access(operation)}</dd></div></dl>
${parameterTables(operation)}
${bodyTable(operation)}
${answerGroups(operation).map(answerFields)}
${errorList(operation)}
</div>
<div class="entry-code">
${codeSamples('Example', exampleCalls(operation))}
${exampleAnswers(operation)}
</div>
</section>
`
}

function access({ needsToken, scopes, isAnyScopeEnough }: DocumentedOperation): Html {
  if (!needsToken) return html`no token required`
  if (scopes.length === 0) return html`any valid token`
  const links = scopes.map((scope) => html`<a href="#scope-${scope}"><code>${scope}</code></a>`)
  return html`token with ${joined(links, isAnyScopeEnough ? ' or ' : ' and ')}`
}

const placeTitles: Record<string, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
}

function parameterTables({ parameters, summary }: DocumentedOperation): Html {
  const places = Object.entries(placeTitles).filter(([place]) =>
    parameters.some(({ in: of }) => of === place),
  )
  return html`${places.map(([place, title]) => {
    const fields = parameters.filter((parameter) => parameter.in === place).map(parameterField)
    return html`<h4>${title}</h4>
${fieldTable(`${title}: ${summary}`, fields, 'request')}
`
  })}`
}

function bodyTable({ body, summary }: DocumentedOperation): Html | undefined {
  if (!body) return undefined
  const kind = body.mediaType === 'application/json' ? 'JSON' : 'form'
  const fields = fieldsOf(body.schema)
  return html`<h4>Body <span class="quiet">${kind}, ${body.isRequired ? 'required' : 'optional'}</span></h4>
${fields.length === 0 ? html`<p>An object without fields.</p>` : fieldTable(`Body: ${summary}`, fields, 'request')}`
}

interface AnswerGroup {
  title: string
  answers: DocumentedAnswer[]
  schema: Schema | undefined
}

/** Statuses with the same fields are shown together. */
function answerGroups({ answers }: DocumentedOperation): AnswerGroup[] {
  const shapeKey = ({ schema }: DocumentedAnswer) => JSON.stringify({ ...schema, description: undefined })
  return [...Map.groupBy(answers, shapeKey).values()].map((group) => ({
    title: `Response ${group.map(({ status }) => `${status} ${STATUS_CODES[status] ?? ''}`).join(', ')}`,
    answers: group,
    schema: group[0]?.schema,
  }))
}

function answerFields({ title, answers, schema }: AnswerGroup): Html {
  const fields = schema ? fieldsOf(schema) : []
  const said = answers.filter(({ description }) => description !== '')
  return html`<h4>${title}</h4>
${said.map(({ status, description }) => html`<p>${said.length > 1 && `${status}: `}${renderCode(description)}</p>`)}
${fields.length > 0 && fieldTable(`Fields: ${title}`, fields, 'answer')}
`
}

/** Collapsed at first: the statuses are nearly the same everywhere, and the summary lists them. */
function errorList({ errors, isTokenCall }: DocumentedOperation): Html | undefined {
  if (errors.length === 0) return undefined
  return html`<details class="errors"><summary><h4>Errors</h4> <span class="quiet">${errors.map(({ status }) => status).join(' · ')}</span></summary>
<dl class="statuses">${errors.map(({ status, description }) => {
    const anchor = errorAnchor(status, isTokenCall)
    const label = html`<span class="status">${status}</span>`
    return html`<div><dt>${anchor === undefined ? label : html`<a href="#${anchor}">${label}</a>`}</dt><dd>${description}</dd></div>
`
  })}</dl></details>`
}

function exampleAnswers(operation: DocumentedOperation): Html {
  return html`${answerGroups(operation).map(({ title, schema }) => schema && jsonBlock(title, exampleOf(schema)))}`
}
