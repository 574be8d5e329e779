/** Parses the completion of a chat model. */

export type Quote = { readonly category: number; readonly text: string }

export type ChatAnswer =
  | { readonly kind: 'quotes'; readonly quotes: Quote[] }
  /** The model reached its token limit; the list is incomplete. */
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'unreadable' }

const maxQuotes = 5000
const maxQuoteChars = 2000

export function readChatAnswer(answer: unknown): ChatAnswer {
  const choice = firstOf(fieldOf(answer, 'choices'))
  if (fieldOf(choice, 'finish_reason') === 'length') return { kind: 'cut-off' }
  const content = fieldOf(fieldOf(choice, 'message'), 'content')
  if (typeof content !== 'string') return { kind: 'unreadable' }
  const items = fieldOf(parse(content), 'found')
  if (!Array.isArray(items) || items.length > maxQuotes) return { kind: 'unreadable' }
  const quotes: Quote[] = []
  for (const item of items) {
    const category = Number(fieldOf(item, 'category'))
    const text = fieldOf(item, 'quote')
    // An unreadable entry could be the one that matters, so the whole completion is requested again.
    if (!Number.isInteger(category) || typeof text !== 'string' || text.length > maxQuoteChars)
      return { kind: 'unreadable' }
    quotes.push({ category, text })
  }
  return { kind: 'quotes', quotes }
}

/** Some models wrap the JSON in a code block or a sentence. */
function parse(content: string): unknown {
  const from = content.indexOf('{')
  const to = content.lastIndexOf('}')
  try {
    return JSON.parse(content.slice(from, to + 1))
  } catch {
    return null
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined
}
