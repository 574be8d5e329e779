import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './CopyLine.module.css'
import { copyText } from './copy-text.ts'

/** Text to copy: a secret, a link or terminal commands. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
  }
  return (
    <div className={classes.line}>
      <section className={classes.frame} aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be reachable by keyboard */}
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
