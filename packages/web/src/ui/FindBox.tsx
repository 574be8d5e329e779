import { type RefObject, useEffect, useState } from 'react'
import classes from './FindBox.module.css'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

const typingMs = 250

/** Searches while typing. Enter goes to the next match, Shift-Enter to the previous, Esc clears. */
export function FindBox(props: {
  field: RefObject<HTMLInputElement | null>
  label: string
  find: string | undefined
  /** `3 of 8`, or that there are no results. */
  position: string
  canStep: boolean
  onFind: (find: string | undefined) => void
  onStep: (by: 1 | -1) => void
}) {
  const { field, label, find, position, canStep, onFind, onStep } = props
  const [typed, setTyped] = useState(find ?? '')
  useEffect(() => setTyped((text) => (text.trim() === (find ?? '') ? text : (find ?? ''))), [find])
  useEffect(() => {
    const wanted = typed.trim() || undefined
    if (wanted === find) return undefined
    const timer = setTimeout(() => onFind(wanted), typingMs)
    return () => clearTimeout(timer)
  }, [typed, find, onFind])
  return (
    <search className={classes.find}>
      <Icon name="search" />
      <input
        ref={field}
        className={classes.field}
        type="search"
        aria-label={label}
        placeholder="Find"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape') return
          setTyped('')
          event.currentTarget.blur()
        }}
      />
      {find !== undefined && (
        <>
          <output className={classes.place}>{position}</output>
          <IconButton icon="up" label="Previous match" onClick={() => onStep(-1)} disabled={!canStep} />
          <IconButton icon="down" label="Next match" onClick={() => onStep(1)} disabled={!canStep} />
        </>
      )}
    </search>
  )
}
