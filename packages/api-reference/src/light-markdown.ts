/** The Markdown subset that descriptions use: paragraphs, lists and `code`. Everything else is plain text. */
import { type Html, html, type Part } from './html.ts'

export function renderText(text: string): Html {
  return html`${text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(renderBlock)}`
}

function renderBlock(block: string): Html {
  const lines = block.split('\n')
  if (lines.every((line) => /^\d+\. /.test(line)))
    return html`<ol>${lines.map((line) => html`<li>${renderCode(line.replace(/^\d+\. /, ''))}</li>`)}</ol>`
  if (lines.every((line) => /^[-*] /.test(line)))
    return html`<ul>${lines.map((line) => html`<li>${renderCode(line.slice(2))}</li>`)}</ul>`
  return html`<p>${renderCode(block)}</p>`
}

/** One line of text in which `backticks` mark code. */
export function renderCode(text: string): Part {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}
