import { type RefObject, useEffect, useState } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import classes from './PageField.module.css'

/** `Page 12 / 1,000` or `Slide 3 / 40`: type a number and press Enter to go there. */
export function PageField(props: {
  field: RefObject<HTMLInputElement | null>
  /** `Page` or `Slide`. */
  word: string
  current: number
  count: number
  onGo: (page: number) => void
}) {
  const { field, word, current, count, onGo } = props
  const [typed, setTyped] = useState(String(current))
  useEffect(() => setTyped(String(current)), [current])
  const go = () => {
    const page = Number.parseInt(typed, 10)
    if (Number.isNaN(page)) setTyped(String(current))
    else onGo(Math.min(Math.max(page, 1), count))
  }
  return (
    <form
      className={classes.place}
      onSubmit={(event) => {
        event.preventDefault()
        go()
        field.current?.blur()
      }}
    >
      <label className={classes.label}>
        <span className={classes.word}>{word}</span>
        <input
          ref={field}
          className={classes.field}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          style={{ width: `${Math.max(2, String(count).length) + 2}ch` }}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onFocus={(event) => event.target.select()}
          onBlur={go}
        />
      </label>
      <span className={classes.count}>/ {formatCount(count)}</span>
    </form>
  )
}
