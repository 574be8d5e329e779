import { useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import classes from './SearchField.module.css'
import { useShortcut } from './shortcuts/use-shortcut.ts'

/** The search field of a page. `/` focuses it. */
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
  // After the page title has taken the focus, so that the user can type at once.
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
