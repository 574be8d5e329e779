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
  const id = `field-${label.replaceAll(/\W+/g, '-')}`
  useShortcut({ keys: '/', label, group: 'This page' }, () => document.getElementById(id)?.focus())
  return (
    <search className={classes.field}>
      <Icon name="search" />
      <input
        id={id}
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        // biome-ignore lint/a11y/noAutofocus: who opens a page for searching wants to type
        autoFocus={shouldFocus}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isBusy && <span className={classes.busy}>Updating</span>}
    </search>
  )
}
