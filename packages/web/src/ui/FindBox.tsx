import { type RefObject, useEffect, useState } from 'react'
import classes from './FindBox.module.css'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

const typingMs = 250

/** Finds while one types; Enter goes to the next place, Shift-Enter to the one before, Esc clears it. */
export function FindBox(props: {
  field: RefObject<HTMLInputElement | null>
  label: string
  find: string | undefined
  /** `3 of 8`, or that there is nothing. */
  place: string
  canWalk: boolean
  onFind: (find: string | undefined) => void
  onWalk: (by: 1 | -1) => void
}) {
  const { field, label, find, place, canWalk, onFind, onWalk } = props
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
          if (event.key === 'Enter') onWalk(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape') return
          setTyped('')
          event.currentTarget.blur()
        }}
      />
      {find !== undefined && (
        <>
          <output className={classes.place}>{place}</output>
          <IconButton icon="up" label="Found before" onClick={() => onWalk(-1)} disabled={!canWalk} />
          <IconButton icon="down" label="Found next" onClick={() => onWalk(1)} disabled={!canWalk} />
        </>
      )}
    </search>
  )
}
