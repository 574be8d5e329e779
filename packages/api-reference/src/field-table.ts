import { type Html, html, joined, type Part } from './html.ts'
import { renderCode } from './light-markdown.ts'
import type { Field } from './schema-fields.ts'

/** A request table shows what must be sent; a response table shows what is always present. */
export type Direction = 'request' | 'answer'

interface Presence {
  words: string
  /** Notable values are emphasized. */
  isNotable: boolean
}

function presence({ isRequired, isDeprecated }: Field, direction: Direction): Presence {
  if (isDeprecated) return { words: 'deprecated', isNotable: true }
  if (direction === 'request') return { words: isRequired ? 'required' : 'optional', isNotable: isRequired }
  return { words: isRequired ? 'always' : 'may be absent', isNotable: !isRequired }
}

/**
 * The roles repeat the meaning of the elements: on narrow screens the rows are laid out as blocks, and browsers then
 * no longer treat them as a table.
 */
export function fieldTable(caption: string, fields: Field[], direction: Direction): Html {
  return html`<table class="fields" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">
<th scope="col" role="columnheader">Field</th><th scope="col" role="columnheader">Type</th><th scope="col" role="columnheader">Meaning</th>
</tr></thead>
<tbody role="rowgroup">${fields.map((field) => fieldRow(field, direction))}</tbody>
</table>`
}

function fieldRow(field: Field, direction: Direction): Html {
  const { name, type, rules, description } = field
  const { words, isNotable } = presence(field, direction)
  const ownStart = name.lastIndexOf('.') + 1
  const [parent, own] = [name.slice(0, ownStart), name.slice(ownStart)]
  return html`<tr role="row">
<th scope="row" role="rowheader"><code>${parent !== '' && html`<span class="quiet">${breakable(parent)}</span><wbr>`}${breakable(own)}</code> <span class="presence ${isNotable ? 'notable' : 'quiet'}">${words}</span></th>
<td role="cell">${type}</td>
<td role="cell">${description !== '' && html`<p>${renderCode(description)}</p>`}${rules.length > 0 && html`<ul class="rules">${rules.map((rule) => html`<li>${ruleText(rule)}</li>`)}</ul>`}</td>
</tr>
`
}

function ruleText({ text, values }: Field['rules'][number]): Part {
  if (values.length === 0) return text
  return [
    `${text} `,
    joined(
      values.map((value) => html`<code>${value}</code>`),
      ', ',
    ),
  ]
}

/** Lets a long name break after underscores, dots and slashes instead of inside a word. */
export function breakable(name: string): Part {
  return joined(name.split(/(?<=[_./])(?=\w|\{)/), html`<wbr>`)
}
