import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import classes from './GoToRow.module.css'
import { readRow } from './table-window.ts'

/** Jumps to a row, because scrolling to the middle of 100,000 rows is impractical. */
export function GoToRow({ total, onGo }: { total: number; onGo: (row: number) => void }) {
  const [text, setText] = useState('')
  const go = (event: FormEvent) => {
    event.preventDefault()
    const row = readRow(text, total)
    if (row === undefined) return
    setText(formatCount(row + 1))
    onGo(row)
  }
  return (
    <form onSubmit={go} className={classes.form}>
      <TextInput
        className={classes.field ?? ''}
        aria-label={`Go to row (1 to ${formatCount(total)})`}
        placeholder="Row"
        inputMode="numeric"
        maxLength={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <span className={classes.of}>of {formatCount(total)}</span>
    </form>
  )
}
