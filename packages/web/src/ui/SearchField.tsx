import { useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import classes from './SearchField.module.css'
import { useShortcut } from './shortcuts/use-shortcut.ts'

/** The field a page is searched with. `/` goes to it. */
export function SearchField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  isBusy?: boolean
  shouldFocus?: boolean
}) {
  const { label, value, onChange, placeholder, isBusy = false, shouldFocus = false } = props
  const field = useRef<HTMLInputElement>(null)
  useShortcut({ keys: '/', label, group: 'This page' }, () => field.current?.focus())
  // After the page's title has taken the focus: who opens a page for searching wants to type.
  useEffect(() => {
    if (shouldFocus) field.current?.focus()
  }, [shouldFocus])
  return (
    <search className={classes.field}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isBusy && <span className={classes.busy}>Updating</span>}
    </search>
  )
}
