import type { Snippet } from '@inlet/contract/workspace'
import type { ReactNode } from 'react'
import classes from './SnippetText.module.css'

/** A piece of a text with what was found marked. Text is only ever text here, whatever it looks like. */
export function SnippetText({ snippet }: { snippet: Snippet }) {
  const { text, highlights, is_cut_before: isCutBefore, is_cut_after: isCutAfter } = snippet
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of highlights) {
    parts.push(text.slice(at, start))
    parts.push(
      <mark key={start} className={classes.found}>
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  parts.push(text.slice(at))
  return (
    <bdi className={classes.snippet}>
      {isCutBefore && '…'}
      {parts}
      {isCutAfter && '…'}
    </bdi>
  )
}
