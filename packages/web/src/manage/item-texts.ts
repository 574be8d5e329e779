/** What is said about changed imports. */
import { isInletError } from '../api/api-error.ts'
import { countOf } from '../ui/format/count.ts'
import type { Outcome } from './act-on-all.ts'

interface Named {
  name: string
}

export const describeItems = (items: readonly Named[]): string =>
  items.length === 1 && items[0] ? `“${items[0].name}”` : countOf(items.length, 'import')

/**
 * `Moved “a.pdf” to the trash.`, or how many of them, and why the first of the others was not. `write` gets the items
 * as words.
 */
export function describeOutcome(
  { done, failed }: Outcome<Named>,
  write: (items: string) => string,
): { text: string; isProblem: boolean } {
  const [first] = failed
  if (!first) return { text: write(describeItems(done)), isProblem: false }
  const total = done.length + failed.length
  const share = total === 1 ? '' : `${write(`${done.length} of ${countOf(total, 'import')}`)} `
  const subject = total === 1 ? '' : `${describeItems([first.item])}: `
  return { text: `${share}${subject}${reasonOf(first.error)}`, isProblem: true }
}

export const reasonOf = (error: unknown): string =>
  isInletError(error) ? error.message : 'Something went wrong. Reload the page and try again.'
