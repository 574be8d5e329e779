import type { Snippet, TextRange } from '@inlet/contract/workspace'
import classes from './MarkedText.module.css'

/** A text with what was found in it. The text comes from imports: it is only ever text, never HTML. */
export function MarkedText({ text, highlights }: { text: string; highlights: readonly TextRange[] }) {
  let at = 0
  const parts = highlights.map(({ start, end }) => {
    const before = text.slice(at, start)
    at = end
    return (
      <span key={start}>
        {before}
        <mark className={classes.found}>{text.slice(start, end)}</mark>
      </span>
    )
  })
  return (
    <bdi>
      {parts}
      {text.slice(at)}
    </bdi>
  )
}

export function SnippetText({ snippet }: { snippet: Snippet }) {
  return (
    <>
      {snippet.is_cut_before && '… '}
      <MarkedText text={snippet.text} highlights={snippet.highlights} />
      {snippet.is_cut_after && ' …'}
    </>
  )
}
