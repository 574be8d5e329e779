/**
 * A template tag that escapes its values. Only this file can create `Html`, so unescaped text cannot reach the page
 * by accident.
 */
class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type { Html }
export type Part = Html | string | number | false | undefined | readonly Part[]

export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = literals.map((literal, index) => literal + toMarkup(parts[index]))
  return new Html(markup.join(''))
}

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
  return part.map(toMarkup).join('')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Puts `separator` between the parts, as `join` does with strings. */
export function joined(parts: readonly Part[], separator: Part): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
}
