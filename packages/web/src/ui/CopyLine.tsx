import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './CopyLine.module.css'
import { copyText } from './copy-text.ts'

/** Something to take along: a secret, a link, lines for a terminal. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
  }
  return (
    <div className={classes.line}>
      <section className={classes.frame} aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must scroll by keyboard too */}
        <pre className={classes.text} tabIndex={0}>
          <code>{text}</code>
        </pre>
      </section>
      <Button variant="default" onClick={() => void copy()} aria-label={`Copy ${label}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
