import { useState } from 'react'
import classes from './DayField.module.css'
import { readDay } from './format/day.ts'

/** While a year is typed, the field has days of the first centuries, which are not reported. */
export function DayField(props: {
  id: string
  value: string
  min?: string
  max?: string
  onChange: (day: string | undefined) => void
}) {
  const { id, value, min, max, onChange } = props
  const [typed, setTyped] = useState<string>()
  const change = (text: string) => {
    setTyped(text)
    if (text === '' || readDay(text)) onChange(text || undefined)
  }
  return (
    <input
      type="date"
      className={classes.day}
      id={id}
      value={typed ?? value}
      min={min || undefined}
      max={max || undefined}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
