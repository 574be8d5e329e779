import type { Snippet } from '@inlet/contract/workspace'
import { Highlighted } from './Highlighted.tsx'
import classes from './SnippetText.module.css'

/** A snippet with highlighted matches. */
export function SnippetText({ snippet }: { snippet: Snippet }) {
  const { text, highlights, is_cut_before: isCutBefore, is_cut_after: isCutAfter } = snippet
  return (
    <bdi className={classes.snippet}>
      {isCutBefore && '…'}
      <Highlighted text={text} ranges={highlights} />
      {isCutAfter && '…'}
    </bdi>
  )
}
