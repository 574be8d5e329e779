import type { TextRange } from '@inlet/contract/workspace'
import classes from './Highlighted.module.css'

/** Text with highlighted matches. Always rendered as text, never as HTML. */
export function Highlighted({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  if (ranges.length === 0) return text
  const pieces = ranges.flatMap(({ start, end }, i) => {
    const before = ranges[i - 1]?.end ?? 0
    return [
      text.slice(before, start),
      <mark key={start} className={classes.found}>
        {text.slice(start, end)}
      </mark>,
    ]
  })
  return [...pieces, text.slice(ranges.at(-1)?.end ?? 0)]
}
