/** The API reference: one page of plain HTML, generated from the OpenAPI document (see docs/adr/0010). */
import { accessSection } from './access-section.ts'
import { languageChoice } from './code-sample.ts'
import { type DocumentedOperation, documentedOperations } from './documented-operation.ts'
import { errorSection } from './error-section.ts'
import { type Html, html } from './html.ts'
import { renderText } from './light-markdown.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { operationSection } from './operation-section.ts'
import { pagedOperations, pagingSection, rateLimitSection } from './traffic-section.ts'

export function renderReference(document: OpenApiDocument): string {
  const operations = documentedOperations(document)
  const byTag = Map.groupBy(operations, (operation) => operation.tag)
  const title = document.info?.title ?? 'API'
  // URLs are relative, so that the page also works behind a proxy that adds a prefix.
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: reference</title>
<link rel="stylesheet" href="docs/style.css">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b626d'/%3E%3Cpath d='M8 3v7M5 7.5 8 10.5l3-3M4 13h8' fill='none' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E">
</head>
<body>
<a class="skip" href="#main">Skip to the reference</a>
<header class="bar"><a class="bar-contents" href="#contents">Contents</a><a class="bar-title" href="#main">${title}</a>${languageChoice()}</header>
<div class="page">
${navigation(byTag)}
<main id="main">
${introduction(document, title)}
${accessSection(document, operations)}
${errorSection(document)}
${rateLimitSection()}
${pagingSection(operations)}
${[...byTag].map(([tag, group]) => tagGroup(tag, group, document))}
</main>
</div>
</body>
</html>
`
  return page.markup
}

function introduction(document: OpenApiDocument, title: string): Html {
  const { version, description = '' } = document.info ?? {}
  const server = document.servers?.[0]?.url
  return html`<section class="introduction">
<h1>${title}</h1>
<p class="quiet">${version !== undefined && `Version ${version}`}${server !== undefined && html` at <code>${server}</code>`} · <a href="openapi.json">OpenAPI document</a></p>
<div class="prose">${renderText(description)}</div>
</section>
`
}

function tagGroup(tag: string, operations: DocumentedOperation[], document: OpenApiDocument): Html {
  const meaning = document.tags?.find(({ name }) => name === tag)?.description
  return html`<div class="group">
<h2 id="${tagAnchor(tag)}">${tag}</h2>
${meaning !== undefined && html`<div class="prose">${renderText(meaning)}</div>`}
${operations.map(operationSection)}</div>
`
}

const tagAnchor = (tag: string) => `tag-${tag.toLowerCase().replaceAll(/\W+/g, '-')}`

/**
 * On a wide screen the navigation is next to the text. On a narrow one it is a drawer that is open while it is the
 * target of the URL, so choosing an entry closes it. "Close" links to an anchor that does not exist, which clears the
 * target without scrolling.
 */
function navigation(byTag: Map<string, DocumentedOperation[]>): Html {
  const hasPages = pagedOperations([...byTag.values()].flat()).length > 0
  const guide = [
    ['main', 'Introduction'],
    ['authentication', 'Authentication'],
    ['errors', 'Errors'],
    ['rate-limit', 'Rate limit'],
    ...(hasPages ? [['paging', 'Paging']] : []),
  ]
  return html`<nav id="contents" aria-label="Contents">
<a class="close" href="#reading">Close</a>
<p id="contents-guide">Guide</p>
<ul aria-labelledby="contents-guide">${guide.map(([anchor, label]) => html`<li><a href="#${anchor}">${label}</a></li>`)}</ul>
${[...byTag].map(
  ([tag, operations]) => html`<p id="contents-${tagAnchor(tag)}"><a href="#${tagAnchor(tag)}">${tag}</a></p>
<ul aria-labelledby="contents-${tagAnchor(tag)}">${operations.map(({ id, method, summary }) => html`<li><a href="#${id}"><span class="method">${method}</span> <span>${summary}</span></a></li>`)}</ul>
`,
)}</nav>`
}
